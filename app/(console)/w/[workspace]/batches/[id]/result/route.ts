import { getLocale, getTranslations } from 'next-intl/server';
import { exportRoute } from '#console/_list-file.ts';
import { foundBy, requireMember } from '#console/_session.ts';
import { csvFile } from '#console/_ui/csv-file.ts';
import { entryTitles } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { fetchBatch } from '#lib/batches/batches.ts';
import { listBatchRows } from '#lib/batches/rows.ts';
import { noteExport } from '#lib/reports/activity.ts';
import { entriesOfRows } from '#lib/reports/batch-entries.ts';
import { rowFaultTexts } from '../row-faults.ts';

interface ResultRoute {
  params: Promise<{ workspace: string; id: string }>;
}

export const GET = exportRoute(async (_request, { params }: ResultRoute) => {
  const { workspace, id } = await params;
  const { ctx } = await requireMember(workspace);
  const batch = await foundBy(id, (found) => fetchBatch(ctx, found));
  const t = await getTranslations('console.batches.rows');
  const states = await getTranslations('console.entry.states');
  const titleOf = await entryTitles();
  const faultText = await rowFaultTexts();
  await noteExport(ctx, 'batch');
  return csvFile({
    locale: await getLocale(),
    name: `batch-${batch.id.slice(-8)}`,
    find: async (query) => {
      const page = await listBatchRows(ctx, batch.id, query);
      const entries = await entriesOfRows(ctx, batch.operation, page.list);
      return { ...page, list: page.list.map((row) => ({ ...row, entry: entries.get(row.index) })) };
    },
    columns: [
      { head: t('number'), value: ({ index }) => index + 1 },
      { head: t('key'), value: ({ key }) => key },
      { head: t('status'), value: ({ status }) => t(`one.${status}`) },
      { head: t('why'), value: ({ faults, key }) => faults.map((fault) => faultText(fault, key)).join('; ') },
      { head: t('ended'), value: ({ endedAt }) => endedAt },
      { head: t('state'), value: ({ entry }) => entry && states(entry.state ?? 'empty') },
      { head: t('document'), value: ({ entry }) => entry && titleOf(entry) },
      { head: 'CAE', value: ({ entry }) => entry?.stamps.find(({ prv }) => prv === 'arca-cae')?.val },
      { head: 'id', value: ({ madeId }) => madeId ?? '' },
      { head: 'code', value: ({ faults }) => faults.map(({ code }) => code).join('; ') },
    ],
  });
});
