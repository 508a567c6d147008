import { Icon } from '../_parts/icon.tsx';
import { SidePage } from '../_parts/side-page.tsx';
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

/** Nobody else has it any more: what is left is to go on. */
export function TookBackPage(props: StepProps) {
  const { basePath, t } = props;
  return (
    <SidePage props={props} page="contador" heading={t('handOver.own')}>
      <TookBack {...props} />
      <p>
        <a href={`${basePath}/contador`}>{t('handOver.again')}</a>
      </p>
    </SidePage>
  );
}
