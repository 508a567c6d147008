import { formatTime } from '#lib/i18n.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { CheckList, passedChecks } from '../_parts/check-list.tsx';
import { StepForm } from '../_parts/form.tsx';
import { rejectionCodes } from '../_parts/rejection.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import { Watch } from '../_parts/watch.tsx';

/** How often the page looks again by itself without the script. */
const refreshSeconds = { running: 5, waiting: 60 } as const;

/** Why the login has not worked yet, and will without the supplier: each has its own words. */
type Wait = 'running' | 'down' | 'early' | 'pending';

function waitOf({ proof, lastRejection }: Registration): Wait {
  if (proof.status === 'running') return 'running';
  if (lastRejection?.reason === 'not-yet-valid') return 'early';
  return lastRejection?.reason === 'not-authorised' ? 'pending' : 'down';
}

const headings = {
  running: 'proof.heading',
  down: 'proof.downHeading',
  early: 'proof.earlyHeading',
  pending: 'proof.pendingHeading',
} as const;

/** The login at the authority, while it runs or is tried again. Its end leads to another page. */
export function ProofStep(props: StepProps) {
  const { registration, basePath, t, now } = props;
  const wait = waitOf(registration);
  const running = wait === 'running';
  const path = `${basePath}/comprobacion`;
  const reason = registration.lastRejection?.reason;
  return (
    <StepPage
      props={props}
      slug={registration.intent === 'renew' ? 'subir' : 'autorizar'}
      back={registration.intent === 'renew' ? '/subir' : '/autorizar'}
      heading={t(headings[wait])}
      refreshSeconds={refreshSeconds[running ? 'running' : 'waiting']}
    >
      <div className={running ? 'notice notice-busy' : 'notice notice-wait'}>
        <Watch props={props}>{proofStatusText(props)}</Watch>
        <p>{t(running ? 'proof.waiting' : wait === 'down' ? 'proof.downClose' : 'proof.pendingClose')}</p>
        {!running && reason && <p className="small">{t('errors.code', { code: rejectionCodes[reason] })}</p>}
      </div>
      {running ? (
        <p>
          <a href={`${path}?${now.getTime()}`}>{t('proof.refresh')}</a>
        </p>
      ) : (
        <StepForm action={path} weight="second">
          {t(wait === 'pending' ? 'proof.tryNow' : 'proof.tryAgain')}
        </StepForm>
      )}
      {wait === 'pending' && (
        <p>
          <a href={`${basePath}/autorizar`}>{t('proof.review')}</a>
        </p>
      )}
      <CheckList registration={registration} checks={passedChecks(registration)} t={t} />
    </StepPage>
  );
}

const texts = {
  running: 'proof.running',
  down: 'proof.down',
  early: 'proof.early',
  pending: 'proof.pending',
} as const;

/** One or two sentences: what goes on, and when it is tried again. */
export function proofStatusText({ registration, t }: Pick<StepProps, 'registration' | 't'>) {
  const wait = waitOf(registration);
  const next = registration.proof.nextAttemptAt;
  const attempt = next ? ` ${t('proof.nextAttempt', { time: formatTime(next) })}` : '';
  return wait === 'running' ? t('proof.running') : `${t(texts[wait])}${attempt}`;
}
