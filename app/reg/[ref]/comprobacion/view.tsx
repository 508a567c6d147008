import { formatTime } from '#lib/i18n.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { CheckList, passedChecks } from '../_parts/check-list.tsx';
import { StepForm } from '../_parts/form.tsx';
import { rejectionCodes } from '../_parts/rejection.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';

/** How often the page looks again by itself, without and with the script. */
const refreshSeconds = { running: 5, retrying: 60 } as const;

/** The login at the authority, while it runs or is tried again. Its end leads to another page. */
export function ProofStep(props: StepProps) {
  const { registration, basePath, t, now } = props;
  const waiting = registration.proof.status !== 'running';
  const every = refreshSeconds[waiting ? 'retrying' : 'running'];
  const path = `${basePath}/comprobacion`;
  const reason = registration.lastRejection?.reason;
  return (
    <StepPage
      props={props}
      slug="autorizar"
      back="/autorizar"
      heading={t(waiting ? headingOf(registration) : 'proof.heading')}
      refreshSeconds={every}
    >
      <div
        className={waiting ? 'notice notice-wait' : 'notice notice-busy'}
        data-poll={`${basePath}/estado`}
        data-poll-path={path}
        data-poll-state={registration.proof.status}
        data-poll-seconds={waiting ? 15 : 2}
      >
        <p role="status" data-poll-text="">
          {proofStatusText(props)}
        </p>
        <p>{waiting ? t('proof.downClose') : t('proof.waiting')}</p>
        {waiting && reason && <p className="small">{t('errors.code', { code: rejectionCodes[reason] })}</p>}
      </div>
      {waiting ? (
        <StepForm action={path} weight="second">
          {t('proof.tryNow')}
        </StepForm>
      ) : (
        <p>
          <a href={`${path}?${now.getTime()}`}>{t('proof.refresh')}</a>
        </p>
      )}
      <CheckList registration={registration} checks={passedChecks(registration)} t={t} />
    </StepPage>
  );
}

/** One or two sentences: what goes on, and when it is tried again. */
export function proofStatusText({ registration, t }: Pick<StepProps, 'registration' | 't'>) {
  const { proof } = registration;
  if (proof.status === 'running') return t('proof.running');
  const next = proof.nextAttemptAt;
  const attempt = next ? ` ${t('proof.nextAttempt', { time: formatTime(next) })}` : '';
  return `${t(isTooEarly(registration) ? 'proof.early' : 'proof.down')}${attempt}`;
}

const isTooEarly = ({ lastRejection }: Registration) => lastRejection?.reason === 'not-yet-valid';
const headingOf = (registration: Registration) =>
  isTooEarly(registration) ? 'proof.earlyHeading' : 'proof.downHeading';
