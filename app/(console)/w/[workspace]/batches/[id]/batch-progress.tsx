import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Chip } from '#console/_ui/chip.tsx';
import type { Batch } from '#lib/batches/batches.ts';
import { standingOf } from '../batch-standing.ts';

/** Where it is seen what came of what a batch has sent. */
const outcomes: Record<'redeliver' | 'remind', string> = {
  redeliver: '/configuration/webhooks/deliveries',
  remind: '/activity?action=trouble',
};

/** How far it is. Only how it stands is read out when it changes: the counts change with every look. */
export async function BatchProgress({ workspace, batch }: { workspace: string; batch: Batch }) {
  const t = await getTranslations('console.batches');
  const { operation, total, done, failed } = batch;
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
      {done > 0 && operation === 'create-entry' && <p className="hint">{t('page.created')}</p>}
      {done > 0 && (operation === 'redeliver' || operation === 'remind') && (
        <p className="hint">
          {t.rich(`page.outcome.${operation}`, {
            link: (chunks) => <Link href={workspacePath(workspace, outcomes[operation])}>{chunks}</Link>,
          })}
        </p>
      )}
    </section>
  );
}
