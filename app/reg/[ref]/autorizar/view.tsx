import { loginReasons } from '#lib/certificates/rejection.ts';
import { formatDay, formatTime } from '#lib/i18n.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { CheckList, passedChecks } from '../_parts/check-list.tsx';
import { StepForm } from '../_parts/form.tsx';
import { Icon } from '../_parts/icon.tsx';
import { More } from '../_parts/instruction.tsx';
import { aliasInPortal } from '../_parts/portal.tsx';
import { RejectionNotice } from '../_parts/rejection.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import { LiveInstructions } from './live.tsx';
import { SandboxInstructions } from './sandbox.tsx';

/** The relation between the certificate and the invoicing service, and the button that tests it. */
export function AuthoriseStep(props: StepProps) {
  const { registration, basePath, t } = props;
  const sandbox = registration.environment === 'sandbox';
  return (
    <StepPage props={props} slug="autorizar" heading={t('authorise.heading')}>
      <CertificateStatus {...props} />
      {sandbox ? <SandboxInstructions {...props} /> : <LiveInstructions {...props} />}
      <StepForm action={`${basePath}/autorizar`}>{t('authorise.check')}</StepForm>
      <More summary={t('authorise.mistakes')}>
        <p>{t('authorise.wait')}</p>
        <Mistakes {...props} />
      </More>
      <More summary={t('checks.heading')}>
        <CheckList
          registration={registration}
          checks={rejectionOfLogin(registration)?.checks ?? passedChecks(registration)}
          t={t}
        />
      </More>
    </StepPage>
  );
}

/** Good news first: the certificate passed; then, after a try, what the authority still misses. */
function CertificateStatus(props: StepProps) {
  const { registration, basePath, t } = props;
  const { certificate, supplier, proof } = registration;
  const rejection = rejectionOfLogin(registration);
  if (rejection !== undefined) {
    return (
      <RejectionNotice registration={registration} rejection={rejection} t={t} tone="wait">
        <p>{t(proof.givenUpAt ? 'authorise.gaveUp' : 'authorise.wait')}</p>
        {proof.givenUpAt && <Mistakes {...props} />}
        <StepForm action={`${basePath}/autorizar`}>{t('authorise.checkAgain')}</StepForm>
        {proof.nextAttemptAt && <p>{t('authorise.retryAt', { time: formatTime(proof.nextAttemptAt) })}</p>}
      </RejectionNotice>
    );
  }
  if (certificate === undefined) return null;
  return (
    <div className="notice notice-good" role="status">
      <h2>
        <Icon name="check" />
        {t('authorise.received')}
      </h2>
      <p>
        {t.rich('authorise.receivedText', { date: formatDay(certificate.notAfter), name: supplier.name })}
      </p>
    </div>
  );
}

/** What the login still lacks; a later upload that was refused does not take away from the certificate that stands. */
function rejectionOfLogin({ lastRejection }: Registration) {
  return lastRejection && loginReasons.includes(lastRejection.reason) ? lastRejection : undefined;
}

function Mistakes({ registration, t }: StepProps) {
  const { environment, supplier } = registration;
  const values = { alias: aliasInPortal(registration), name: supplier.name, cuit: supplier.cuit };
  const keys =
    environment === 'sandbox'
      ? (['authorise.mistakeAliasSandbox', 'authorise.mistakeServiceSandbox'] as const)
      : (['authorise.mistakeService', 'authorise.mistakeComputer', 'authorise.mistakeCompany'] as const);
  return (
    <ul>
      {keys.map((key) => (
        <li key={key}>{t.rich(key, values)}</li>
      ))}
    </ul>
  );
}
