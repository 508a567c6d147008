import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { DataTable } from '#console/_ui/data-table.tsx';
import { segmentOf, seriesTexts } from '#console/w/[workspace]/_entries/series-text.ts';
import { renderMessage } from '#console/w/[workspace]/jobs/[id]/render-message.ts';
import type { Context } from '#lib/context.ts';
import { listSeries } from '#lib/reports/series.ts';

/** How far the supplier's numbering is, by point of sale and document type, and what waits and why. */
export async function SeriesList({ ctx, entryId, cuit }: { ctx: Context; entryId: string; cuit: string }) {
  const t = await getTranslations('console.entry.series');
  const texts = await seriesTexts();
  const locale = await getLocale();
  const series = (await listSeries(ctx, { cuit })).map((each) => ({ ...each, id: segmentOf(each) }));
  if (series.length === 0) return null;
  const at = (path: string) => workspacePath(ctx.workspace.slug, `/entries/${path}`);
  return (
    <section aria-label={t('title')} className="series-list">
      <DataTable
        rows={series}
        columns={[
          {
            head: t('title'),
            kind: 'title',
            cell: (each) => (
              <Link href={at(`${entryId}/series/${each.id}`)} prefetch={false}>
                {texts.title(each)}
              </Link>
            ),
          },
          {
            head: t('lastHere'),
            cell: (each) =>
              each.last ? (
                <Link href={at(each.last.entryId)} prefetch={false}>
                  {each.last.number}
                </Link>
              ) : (
                t('none')
              ),
          },
          {
            head: t('waiting'),
            cell: ({ waiting }) => {
              if (!waiting) return '0';
              const { obstacle } = waiting.first;
              const { text, lang } = obstacle ? renderMessage(obstacle, locale) : { text: '' };
              return (
                <>
                  {waiting.count} {text && <span lang={lang}>· {text}</span>}
                </>
              );
            },
          },
        ]}
      />
    </section>
  );
}
