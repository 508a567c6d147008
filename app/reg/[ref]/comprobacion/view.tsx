import { isRecent } from '#lib/age.ts';
import { invoicingServices } from '#lib/arca/services.ts';
import { supportCodes } from '#lib/certificates/rejection.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { formatTime } from '#lib/i18n.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { tripCards } from '../_parts/cards.tsx';
import { StepForm } from '../_parts/form.tsx';
import { PaperDataLink } from '../_parts/paper-data-link.tsx';
import { aliasInPortal } from '../_parts/portal.tsx';
import { CheckList, passedChecks } from '../_parts/rejection.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import { Answer, answerMaxAgeMs, Watch } from '../_parts/watch.tsx';
import { pointOf } from '../aceptacion/view.tsx';
import { authoriseTrips } from '../autorizar/view.tsx';
import { isDone, lacksOnlyExports, servicesToAuthorise, stepsOf } from '../flow.ts';

/** How often a browser without scripts reloads the page. */
const refreshSeconds = { running: 5, waiting: 60 } as const;

/** Why the login has not worked yet, if the supplier need not act. Each reason has its own texts. */
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

const headingOf = (wait: Wait, registration: Registration) =>
  wait === 'pending' && lacksOnlyExports(registration) ? 'proof.pendingHeadingExports' : headings[wait];

interface ProofStepProps extends StepProps {
  /** The person has just pressed «Comprobar ahora». */
  hasAsked?: boolean;
}

export function ProofStep({ hasAsked, ...props }: ProofStepProps) {
  const { registration, basePath, t, now } = props;
  const wait = waitOf(registration);
  const running = wait === 'running';
  const path = `${basePath}/comprobacion`;
  const reason = registration.lastRejection?.reason;
  const { lookedAt } = registration.proof;
  const [firstCard] = tripCards(authoriseTrips(props));
  const guide = `${basePath}/autorizar?pantalla=${firstCard?.id}`;
  return (
    <StepPage
      // This page itself says that the authority does not answer.
      props={wait === 'down' ? { ...props, authority: undefined } : props}
      slug={registration.intent === 'renew' ? 'subir' : 'autorizar'}
      page="comprobacion"
      back={registration.intent === 'renew' ? '/subir' : '/autorizar'}
      heading={t(headingOf(wait, registration))}
      refreshSeconds={refreshSeconds[running ? 'running' : 'waiting']}
    >
      {wait === 'pending' && (
        <p className="if-not-done">
          {t('proof.ifNotDone')}{' '}
          <a className="button button-second" href={guide}>
            {t('proof.review')}
          </a>
        </p>
      )}
      {hasAsked && !running && lookedAt && isRecent(lookedAt, answerMaxAgeMs, now) && (
        <Answer>{t(`proof.answers.${wait}`, { time: formatTime(lookedAt) })}</Answer>
      )}
      <div className={running ? 'notice notice-busy' : 'notice notice-wait'}>
        <Watch props={props}>{proofStatusText(props)}</Watch>
        {wait === 'pending' && <p>{t.rich('proof.lookingFor', valuesInPortal(props))}</p>}
        <p>{t(closeText(wait, registration), { holder: registration.accountHolder.name })}</p>
        {!running && reason && <p className="small">{t('errors.code', { code: supportCodes[reason] })}</p>}
      </div>
      {running ? (
        <p>
          <a href={path}>{t('proof.refresh')}</a>
        </p>
      ) : (
        <StepForm action={path} weight="second">
          {t(wait === 'pending' ? 'proof.tryNow' : 'proof.tryAgain')}
        </StepForm>
      )}
      {wait === 'pending' && (
        <>
          <Meanwhile {...props} />
          <PaperDataLink {...props} />
        </>
      )}
      {isToAuthorise(registration) && (
        <p>
          <a href={guide}>{t('proof.meanwhile')}</a>
        </p>
      )}
      <CheckList registration={registration} checks={passedChecks(registration)} t={t} />
    </StepPage>
  );
}

/** The step to do while the authority records the authorization, for up to a day. */
function Meanwhile({ registration, basePath, t }: StepProps) {
  const point = pointOf(registration);
  if (point === 'none') return null;
  if (point === 'claimed') return <p>{t('acceptance.pointClaimed')}</p>;
  return (
    <section>
      <h2>{t('proof.meanwhileHeading')}</h2>
      <p>{t('proof.point')}</p>
      <p className="next">
        <a className="button" href={`${basePath}/puntos-de-venta`}>
          {t('acceptance.pointAdd')}
        </a>
      </p>
    </section>
  );
}

/** Whether the supplier can authorize meanwhile: the portal may be up while the web services are down. */
const isToAuthorise = (registration: Registration) =>
  registration.lastRejection?.reason === 'authority-unavailable' &&
  stepsOf(registration).includes('autorizar') &&
  !isDone('autorizar', registration);

/** Text that the page may be closed; it mentions a mail only if the supplier's address is known. */
function closeText(wait: Wait, registration: Registration) {
  const { noticeEmail } = registration;
  if (wait === 'running') return 'proof.waiting';
  if (isToAuthorise(registration)) return 'proof.downToAuthorise';
  if (wait === 'down') return noticeEmail ? 'proof.downClose' : 'proof.downCloseNoEmail';
  return noticeEmail ? 'proof.pendingClose' : 'proof.pendingCloseNoEmail';
}

/** Values that the portal must show for the login to work, for the supplier to compare. */
const valuesInPortal = ({ registration, t }: StepProps) => {
  const { environment, supplier } = registration;
  const [serviceId = 'wsfe'] = servicesToAuthorise(registration);
  // The sandbox's portal expects the CUIT without hyphens.
  const cuit = environment === 'sandbox' ? supplier.cuit : formatCuit(supplier.cuit);
  const service = t.portal[invoicingServices[serviceId].portalName[environment]];
  return { alias: aliasInPortal(registration), cuit, service };
};

const texts = {
  running: 'proof.running',
  down: 'proof.down',
  early: 'proof.early',
  pending: 'proof.pending',
} as const;

/** Status of the login, with the times of the last and the next attempt. The page need not stay open. */
export function proofStatusText({ registration, t }: Pick<StepProps, 'registration' | 't'>) {
  const wait = waitOf(registration);
  const next = registration.proof.nextAttemptAt;
  const { lookedAt } = registration.proof;
  const sentences = [
    t(texts[wait]),
    wait !== 'running' && lookedAt && t('proof.lookedAt', { time: formatTime(lookedAt) }),
    wait !== 'running' && next && t('proof.nextAttempt', { time: formatTime(next) }),
  ];
  return sentences.filter(Boolean).join(' ');
}
