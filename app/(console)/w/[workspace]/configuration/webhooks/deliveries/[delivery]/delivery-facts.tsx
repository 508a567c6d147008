import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { type Fact, FactList } from '#console/_ui/fact-list.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { entryTitle } from '#console/w/[workspace]/_entries/entry-texts.ts';
import type { Context } from '#lib/context.ts';
import { fetchListedEntry } from '#lib/silo/entries.ts';
import type { DeliveryRow, LastAttempt } from '#lib/webhooks/deliveries.ts';
import { DeliveryOutcome, DeliveryStatus } from '../delivery-status.tsx';

interface DeliveryFactsProps {
  ctx: Context;
  delivery: DeliveryRow;
  last: LastAttempt | undefined;
}

/** Where it goes, what it is about, and how it stands. */
export async function DeliveryFacts({ ctx, delivery, last }: DeliveryFactsProps) {
  const t = await getTranslations('console.configuration.deliveries');
  const { status, url, createdAt, attempts, nextAttemptAt, jobId } = delivery;
  return (
    <div className="sheet sheet-text">
      <FactList
        facts={[
          [t('status'), <DeliveryStatus key="status" of={status} />],
          [t('outcome'), <DeliveryOutcome key="outcome" delivery={delivery} last={last} />],
          [t('url'), url],
          [t('time'), <Moment key="time" at={createdAt} />],
          [t('attempts'), attempts],
          nextAttemptAt ? [t('nextAttempt'), <Moment key="next" at={nextAttemptAt} />] : undefined,
          await aboutOf(ctx, delivery),
          jobId
            ? [
                t('job'),
                <Link key="job" href={workspacePath(ctx.workspace.slug, `/jobs/${jobId}`)}>
                  <code>{jobId}</code>
                </Link>,
              ]
            : undefined,
        ]}
      />
    </div>
  );
}

/** The entry by its name; its id is in the body. */
async function aboutOf(ctx: Context, { entryId }: DeliveryRow): Promise<Fact | undefined> {
  if (!entryId) return undefined;
  const t = await getTranslations('console.configuration.deliveries');
  const entry = await fetchListedEntry(ctx, entryId);
  const folder = `aboutFolders.${entry.folder}` as 'aboutFolders.suppliers';
  return [
    t.has(folder) ? t(folder) : t('about'),
    <Link key="entry" href={workspacePath(ctx.workspace.slug, `/entries/${entryId}`)}>
      <bdi>{await entryTitle(entry)}</bdi>
    </Link>,
  ];
}
