import { getTranslations } from 'next-intl/server';
import { Chip } from '#console/_ui/chip.tsx';
import type { Batch } from '#lib/batches/batches.ts';
import { standingOf } from '../batch-standing.ts';

/** How far it is. Only how it stands is read out when it changes: the counts change with every look. */
export async function BatchProgress({ batch }: { batch: Batch }) {
  const t = await getTranslations('console.batches');
  const { total, done, failed } = batch;
  const { name, tone } = standingOf(batch);
  return (
    <section className="batch-progress" aria-label={t('page.progress')}>
      <p role="status">
        <Chip kind="status" tone={tone}>
          {t(`standings.${name}`)}
        </Chip>{' '}
        {t(`page.${name}`, { failed })}
      </p>
      <progress max={total} value={done + failed} aria-label={t('page.progress')} />
      <p className="hint">{t('page.counts', { done, failed, left: total - done - failed })}</p>
    </section>
  );
}
