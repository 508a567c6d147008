import { Icon } from '../_parts/icon.tsx';
import type { StepProps } from '../_parts/step-page.tsx';

/** In place, after one tap: nothing is lost, and it can be handed over again. */
export function TookBack({ basePath, t }: StepProps) {
  return (
    <div className="notice notice-good" role="status">
      <p>
        <Icon name="check" /> {t('handOver.tookBack')}
      </p>
      <p>
        <a className="button" href={basePath}>
          {t('handOver.continue')}
        </a>
      </p>
    </div>
  );
}
