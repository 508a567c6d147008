import type { ReactNode } from 'react';
import { usablePoints } from '#lib/registrations/points-of-sale/usable.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { isReachable, pathBefore, progressAt, type StepSlug } from '../flow.ts';
import { Document } from './document.tsx';
import { ErrorSummary, type FormState } from './form.tsx';
import { Help } from './help.tsx';
import { Icon } from './icon.tsx';
import { Masthead } from './masthead.tsx';
import type { Texts } from './texts.tsx';

export interface StepProps {
  registration: Registration;
  /** `/reg/<ref>` */
  basePath: string;
  t: Texts;
  now: Date;
  form?: FormState | undefined;
  /** Where the authority's portal is, when the operator points Alta at a stand-in of it. */
  portalAddress?: string | undefined;
}

interface StepPageProps {
  props: StepProps;
  slug: StepSlug;
  heading: string;
  lead?: ReactNode;
  /** Where the way back leads, if not to the step before. */
  back?: string | undefined;
  refreshSeconds?: number | undefined;
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
  refused,
  children,
}: StepPageProps) {
  const { registration, t, form } = props;
  const { environment, accountHolder, link } = registration;
  const { step, total } = progressAt(slug, environment);
  const titleStep = t('frame.titleStep', { step, total, heading });
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
          {failed && <ErrorSummary errors={form.errors} t={t} />}
          <h1>
            <span className="step">{t('frame.step', { step, total })}</span> {heading}
          </h1>
          {lead !== undefined && <p className="lead">{lead}</p>}
          {children}
        </main>
      </div>
      <Help t={t} accountHolder={accountHolder} expiresAt={link.expiresAt} saved />
    </Document>
  );
}

/** Back, the steps with the done ones open for review, and the time that is left. */
function Progress({ props, slug, back }: Pick<StepPageProps, 'props' | 'slug' | 'back'>) {
  const { registration, basePath, t } = props;
  const before = back ?? pathBefore(slug, registration);
  const { steps, step, minutesLeft } = progressAt(slug, registration.environment);
  const nothingLeft = slug === 'puntos-de-venta' && usablePoints(registration).length > 0;
  return (
    <nav className="progress" aria-label={t('frame.steps')}>
      <div className="progress-line">
        {before && (
          <a className="back" href={`${basePath}${before}`}>
            <Icon name="back" />
            {t('frame.back')}
          </a>
        )}
        {!nothingLeft && <span className="time-left">{t('frame.timeLeft', { minutes: minutesLeft })}</span>}
      </div>
      <ol>
        {steps.map((each, index) => {
          const done = index + 1 < step;
          const name = t(`steps.${each}`);
          return (
            <li
              key={each}
              className={done ? 'done' : each === slug ? 'current' : undefined}
              aria-current={each === slug ? 'step' : undefined}
            >
              {done && isReachable(each, registration) ? <a href={`${basePath}/${each}`}>{name}</a> : name}
              {done && <span className="hidden-text"> ({t('frame.stepDone')})</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
