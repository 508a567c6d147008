import { formatCuit, maskCuit } from '#lib/documents/cuit.ts';
import type { AccountHolder } from '#lib/registrations/account-holder.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { hasBegun } from '../flow.ts';
import { Icon } from './icon.tsx';
import type { Texts } from './texts.tsx';

/** A person's CUIT holds their DNI: the link shows it whole only to who said that the company is theirs. */
export function Cuit({ registration, t }: { registration: Registration; t: Texts }) {
  const { cuit } = registration.supplier;
  if (hasBegun(registration)) return <span className="nowrap">{formatCuit(cuit)}</span>;
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

/** The first page tells at length who asks and which world this is. */
export function FirstMasthead({ registration, basePath, t }: MastheadProps) {
  const { accountHolder, environment } = registration;
  const { name, logo } = accountHolder;
  return (
    <header>
      <p className={`environment environment-${environment}`}>
        <Icon name={environment === 'sandbox' ? 'flask' : 'seal'} />
        <strong>{t('frame.environmentName', { environment })}</strong>
        <span>{t('frame.environmentMeaning', { environment })}</span>
      </p>
      <div className="masthead">
        {logo && <Logo basePath={basePath} logo={logo} />}
        <p>{t.rich('frame.asks', { holder: name })}</p>
      </div>
    </header>
  );
}

/** All others in one line: which world, for whom, who asks. */
export function Masthead({ registration, basePath, t }: MastheadProps) {
  const { accountHolder, environment, supplier } = registration;
  const { logo } = accountHolder;
  return (
    <header>
      <p className={`environment environment-line environment-${environment}`}>
        {logo && <Logo basePath={basePath} logo={logo} />}
        <Icon name={environment === 'sandbox' ? 'flask' : 'seal'} />
        <strong>{t('frame.environmentShort', { environment })}</strong>
        <span className="environment-who">
          {t.rich('frame.line', { company: supplier.name, holder: accountHolder.name })}
        </span>
      </p>
    </header>
  );
}
