import { getTranslations } from 'next-intl/server';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { LastRejection } from '#console/w/[workspace]/_contact/last-rejection.tsx';
import type { Workspace } from '#lib/context.ts';
import type { RegistrationDetails } from '#lib/registrations/details.ts';
import { CertificateFacts } from './certificate-facts.tsx';
import { DelegationFacts } from './delegation-facts.tsx';
import { PointsOfSale } from './points-of-sale.tsx';
import { ProgressList } from './progress-list.tsx';
import './registration.css';
import { statusText } from './registration-status.ts';

interface RegistrationCardProps {
  details: RegistrationDetails | undefined;
  workspace: Workspace;
}

/** How far a supplier is on the way to invoicing, what stopped it last, and what it has got. */
export async function RegistrationCard({ details, workspace }: RegistrationCardProps) {
  const t = await getTranslations('console.entry.registration');
  const { registration, active, link } = details ?? {};
  const delegation = registration?.way === 'delegation' ? registration.delegation : undefined;
  const isOpen = registration && !['completed', 'revoked'].includes(registration.state);
  const isRenewing = active && registration?.intent === 'renew' && isOpen;
  return (
    <section className="sheet entry-registration" aria-labelledby="registration">
      <h2 id="registration" className="sheet-heading">
        {t(registration?.intent === 'renew' ? 'renewalTitle' : 'title')}
      </h2>
      {registration ? (
        <div className="card-text">
          <p>{link?.revokedAt && isOpen ? t('linkRevoked') : statusText(t, registration)}</p>
          <p className="hint">{t(`ways.${registration.way ?? 'undecided'}`)}</p>
          {isRenewing && <p className="hint">{t('renewing')}</p>}
          <LastRejection registration={registration} />
          <ProgressList registration={registration} />
          {delegation && (
            <DelegationFacts registration={registration} delegation={delegation} workspace={workspace.slug} />
          )}
          {active && <CertificateFacts certificate={active} title={t('certificate.active')} />}
          {registration.certificate && registration.certificate.fingerprint !== active?.fingerprint && (
            <CertificateFacts certificate={registration.certificate} title={t('certificate.received')} />
          )}
          {registration.state !== 'revoked' && (
            <PointsOfSale
              of={registration}
              workspace={workspace}
              canCheck={active !== undefined || delegation?.grantedAt !== undefined}
            />
          )}
        </div>
      ) : (
        <EmptyNote icon="note">{t('none')}</EmptyNote>
      )}
    </section>
  );
}
