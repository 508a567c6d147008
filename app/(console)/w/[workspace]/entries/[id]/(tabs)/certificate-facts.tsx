import { getTranslations } from 'next-intl/server';
import { Day } from '#console/_ui/moment.tsx';
import { formatCuit } from '#lib/documents/cuit.ts';
import { renewalDays } from '#lib/registrations/create.ts';
import type { Registration } from '#lib/registrations/registration.ts';

interface CertificateFactsProps {
  certificate: NonNullable<Registration['certificate']>;
  title: string;
}

const dayMs = 86_400_000;
/** A certificate as people tell it from others. */
export async function CertificateFacts({ certificate, title }: CertificateFactsProps) {
  const t = await getTranslations('console.entry.registration.certificate');
  const { alias, holderCuit, issuer, notAfter, fingerprint } = certificate;
  const days = Math.floor((notAfter.getTime() - Date.now()) / dayMs);
  return (
    <div>
      <h3 className="card-subheading">{title}</h3>
      <dl className="facts">
        <dt>{t('alias')}</dt>
        <dd>
          <code>{alias}</code>
        </dd>
        <dt>{t('issuer')}</dt>
        <dd>{issuer || '-'}</dd>
        {holderCuit && (
          <>
            <dt>{t('holder')}</dt>
            <dd>{formatCuit(holderCuit)}</dd>
          </>
        )}
        <dt>{t('until')}</dt>
        <dd>
          <Day at={notAfter} />{' '}
          <span className={days <= renewalDays ? 'urgent' : 'hint'}>
            {days < 0 ? t('over') : t('left', { days })}
          </span>
        </dd>
        <dt>{t('fingerprint')}</dt>
        <dd>
          <code className="fingerprint">{inPairs(fingerprint)}</code>
        </dd>
      </dl>
    </div>
  );
}

/** As other tools print it. */
const inPairs = (hex: string) => (hex.toUpperCase().match(/../g) ?? []).join(':');
