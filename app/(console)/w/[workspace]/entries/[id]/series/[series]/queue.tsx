import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { DataTable } from '#console/_ui/data-table.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { invoiceTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { renderMessage } from '#console/w/[workspace]/jobs/[id]/render-message.ts';
import type { Context } from '#lib/context.ts';
import { summaryOfSnippet } from '#lib/documents/invoice/summary.ts';
import type { Series } from '#lib/invoices/series.ts';
import { listQueue } from '#lib/reports/series.ts';
import '../../(tabs)/entry.css';

interface QueueProps {
  ctx: Context;
  series: Omit<Series, 'environment'>;
  count: number;
}

const shown = 20;

/** What waits behind what, the first ones; ARCA gives numbers in this order. */
export async function Queue({ ctx, series, count }: QueueProps) {
  const t = await getTranslations('console.entry.series');
  const texts = await invoiceTexts();
  const locale = await getLocale();
  const queue = await listQueue(ctx, series, { limit: shown });
  return (
    <section className="sheet">
      <h2 className="sheet-heading">{t('queue', { count })}</h2>
      {queue.length === 0 && <p className="card-note hint">{t('nothingWaits')}</p>}
      {queue.length > 0 && (
        <DataTable
          rows={queue.map((each, index) => ({ ...each, id: each.entryId, place: index + 1 }))}
          columns={[
            { head: t('place'), cell: ({ place }) => place },
            {
              head: t('invoice'),
              kind: 'title',
              cell: ({ entryId, snippet }) => (
                <Link href={workspacePath(ctx.workspace.slug, `/entries/${entryId}`)} prefetch={false}>
                  <bdi>{summaryOfSnippet(snippet).customer || t('anyone')}</bdi>
                </Link>
              ),
            },
            { head: t('total'), cell: ({ snippet }) => texts.total(summaryOfSnippet(snippet)) },
            {
              head: t('why'),
              cell: ({ status, obstacle, place }) => {
                if (obstacle) {
                  const { text, lang } = renderMessage(obstacle, locale);
                  return <span lang={lang}>{text}</span>;
                }
                return t(status !== 'queued' ? 'sent' : place === 1 ? 'next' : 'behind');
              },
            },
            {
              head: t('again'),
              cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Moment at={nextAttemptAt} /> : '-'),
            },
          ]}
        />
      )}
      {count > shown && <p className="card-note hint">{t('more', { count: count - shown })}</p>}
    </section>
  );
}
