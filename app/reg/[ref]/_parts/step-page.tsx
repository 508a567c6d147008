import type { ReactNode } from 'react';
import type { PortalShortcuts } from '#lib/arca/authority.ts';
import { type AuthorityStatus, notAnsweringSince } from '#lib/authority-status.ts';
import { formatDayAndTime, formatTime, sinceForm } from '#lib/i18n.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { isDone, isReachable, pathBefore, progressAt, type StepSlug, waitedStep } from '../flow.ts';
import { Document } from './document.tsx';
import { ErrorSummary, type FormState } from './form.tsx';
import { Help } from './help.tsx';
import { Icon } from './icon.tsx';
import { Masthead } from './masthead.tsx';
import type { Texts } from './texts.tsx';
import { Tools } from './tools.tsx';

export interface StepProps {
  registration: Registration;
  /** `/reg/<ref>` */
  basePath: string;
  t: Texts;
  now: Date;
  form?: FormState | undefined;
  /** Where the authority's portal is, when the operator points Alta at a stand-in of it. */
  portalAddress?: string | undefined;
  /** Straight to the portal's screens, where the operator has them on. */
  shortcuts?: PortalShortcuts | undefined;
  /** What is known of the authority's services: whether it is them or the person. */
  authority?: AuthorityStatus | undefined;
  /** The card that the address names. */
  card?: string | undefined;
  /** Somebody came back by the link, and was led here. */
  isWelcome?: boolean | undefined;
}

interface StepPageProps {
  props: StepProps;
  slug: StepSlug;
  heading: string;
  lead?: ReactNode;
  /** Where the way back leads, if not to the step before. */
  back?: string | undefined;
  refreshSeconds?: number | undefined;
  /** Between two steps: the page waits for somebody, and is none of them. */
  waits?: boolean;
  /** The page shows why the last try was not taken: its title says so first. */
  refused?: boolean;
  children: ReactNode;
}

export function StepPage({
  props,
  slug,
  heading,
  lead,
  back,
  refreshSeconds,
  waits,
  refused,
  children,
}: StepPageProps) {
  const { registration, t, form, isWelcome } = props;
  const { environment, accountHolder, link } = registration;
  const { step, total } = progressAt(slug, registration);
  const titleStep = waits ? heading : t('frame.titleStep', { step, total, heading });
  const failed = form !== undefined && form.errors.length > 0;
  const title = t('frame.title', { heading: titleStep, environment });
  return (
    <Document
      t={t}
      title={failed || refused ? `${t('errors.prefix')} ${title}` : title}
      colour={accountHolder.colour}
      refreshSeconds={refreshSeconds}
    >
      <Masthead {...props} />
      <div className="sheet">
        <Progress props={props} slug={slug} back={back} />
        <main id="contenido">
          {isWelcome && (
            <p className="welcome" role="status">
              {t('frame.welcome', { step, total })}
            </p>
          )}
          {props.authority && <AuthorityNotice status={props.authority} t={t} now={props.now} />}
          {failed && <ErrorSummary errors={form.errors} t={t} />}
          <h1>
            {!waits && <span className="step">{t('frame.step', { step, total })} </span>}
            {heading}
          </h1>
          {lead !== undefined && <p className="lead first-card-only">{lead}</p>}
          {children}
        </main>
        <Tools props={props} page={slug} />
      </div>
      <Help t={t} accountHolder={accountHolder} expiresAt={link.expiresAt} saved />
    </Document>
  );
}

/** Back, how much time is left, and all steps with ticks: each opens, in whatever order the portal suggests. */
function Progress({ props, slug, back }: Pick<StepPageProps, 'props' | 'slug' | 'back'>) {
  const { registration, basePath, t } = props;
  const { steps, minutesLeft } = progressAt(slug, registration);
  const waitedFor = waitedStep(registration);
  const isOver = (each: StepSlug) => each !== waitedFor && isDone(each, registration);
  return (
    <nav className="progress" aria-label={t('frame.steps')}>
      <div className="progress-line">
        <a className="back" href={`${basePath}${back ?? pathBefore(slug, registration)}`}>
          <Icon name="back" />
          {t('frame.back')}
        </a>
        {minutesLeft.computer > 0 && !waitedFor && (
          <span className="time-left">
            <span className="by-mouse">{t('frame.timeLeft', { minutes: minutesLeft.computer })}</span>
            <span className="by-finger">{t('frame.timeLeft', { minutes: minutesLeft.phone })}</span>
          </span>
        )}
      </div>
      <p className="progress-bar" aria-hidden="true">
        {steps.map((each) => (
          <i key={each} className={each === slug ? 'current' : isOver(each) ? 'done' : undefined} />
        ))}
      </p>
      <details className="trip">
        <summary>
          {t('frame.allSteps')}{' '}
          <span className="trip-done">
            {t('frame.stepsDone', {
              done: steps.filter(isOver).length,
              total: steps.length,
            })}
          </span>
        </summary>
        <ol>
          {steps.map((each) => {
            const done = isOver(each);
            const name = t(`steps.${each}`);
            return (
              <li
                key={each}
                className={done ? 'done' : each === slug ? 'current' : undefined}
                aria-current={each === slug ? 'step' : undefined}
              >
                {done && <Icon name="check" />}
                {each !== slug && isReachable(each, registration) ? (
                  <a href={`${basePath}/${each}`}>{name}</a>
                ) : (
                  <span>{name}</span>
                )}
                {done && <span className="hidden-text"> ({t('frame.stepDone')})</span>}
              </li>
            );
          })}
        </ol>
        <p className="hint">{t('frame.oneTrip')}</p>
      </details>
    </nav>
  );
}

interface AuthorityNoticeProps {
  /** `authorityStatusOf` of the registration's environment. */
  status: AuthorityStatus;
  t: Texts;
  now: Date;
}

/** Is it ARCA or is it me? Says when it is ARCA, and nothing otherwise. */
export function AuthorityNotice({ status, t, now }: AuthorityNoticeProps) {
  const since = notAnsweringSince(status);
  if (!since) return null;
  const values = { time: formatTime(since), dayAndTime: formatDayAndTime(since) };
  return (
    <div className="notice notice-wait" role="status">
      <h2>
        <Icon name="clock" />
        {t(`authority.since.${sinceForm(since, now)}`, values)}
      </h2>
      <p>{t('authority.text')}</p>
      <p>{t('authority.again')}</p>
    </div>
  );
}
