import { usablePoints } from '#lib/registrations/usable-points.ts';
import { isReachable, pathBefore, progressAt, type StepSlug } from '../flow.ts';
import { Icon } from './icon.tsx';
import type { StepProps } from './step-props.ts';

interface ProgressProps extends StepProps {
  slug: StepSlug;
  /** Where the way back leads, if not to the step before. */
  back?: string | undefined;
}

/** Back, the steps with the done ones open for review, and the time that is left. */
export function Progress({ slug, back, registration, basePath, t }: ProgressProps) {
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
