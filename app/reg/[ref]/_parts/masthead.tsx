import type { Environment } from '#lib/authority-environment.ts';
import { formatCuit, maskCuit } from '#lib/documents/cuit.ts';
import type { AccountHolder } from '#lib/registrations/account-holder.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { Icon } from './icon.tsx';
import type { Texts } from './texts.tsx';

function EnvironmentBanner({ environment, t }: { environment: Environment; t: Texts }) {
  return (
    <p className={`environment environment-${environment}`}>
      <Icon name={environment === 'sandbox' ? 'flask' : 'seal'} />
      <strong>{t('frame.environmentName', { environment })}</strong>
      <span>{t('frame.environmentMeaning', { environment })}</span>
    </p>
  );
}

/** A person's CUIT holds their DNI: the link shows it whole only to who said that the company is theirs. */
export function Cuit({ registration, t }: { registration: Registration; t: Texts }) {
  const { cuit } = registration.supplier;
  if (registration.facts.begunAt !== undefined) return <span className="nowrap">{formatCuit(cuit)}</span>;
  return (
    <span className="nowrap">
      <span aria-hidden="true">{maskCuit(cuit)}</span>
      <span className="hidden-text">{t('frame.cuitEnds', { end: formatCuit(cuit).slice(-5) })}</span>
    </span>
  );
}

/** Whose it is stands beside it in words. */
function Logo({ basePath, logo }: { basePath: string; logo: NonNullable<AccountHolder['logo']> }) {
  const { width, height, digest } = logo;
  // biome-ignore lint/performance/noImgElement: a page without scripts has no image loader
  return <img className="logo" src={`${basePath}/logo?v=${digest}`} alt="" width={width} height={height} />;
}

interface MastheadProps {
  registration: Registration;
  basePath: string;
  t: Texts;
}

/** On every page: which world this is, who asks, and for whom. */
export function Masthead({ registration, basePath, t }: MastheadProps) {
  const { name, logo } = registration.accountHolder;
  return (
    <header>
      <EnvironmentBanner environment={registration.environment} t={t} />
      <div className="masthead">
        {logo && <Logo basePath={basePath} logo={logo} />}
        <p>{t.rich('frame.asks', { holder: name })}</p>
        <p>
          {t('frame.company')} <strong>{registration.supplier.name}</strong>
          {' · '}
          {t('frame.cuit')} <Cuit registration={registration} t={t} />
        </p>
      </div>
    </header>
  );
}
