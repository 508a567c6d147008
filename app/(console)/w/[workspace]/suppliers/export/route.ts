import { getLocale, getTranslations } from 'next-intl/server';
import { listFile } from '#console/_list-file.ts';
import { requireMember } from '#console/_session.ts';
import { csvFile } from '#console/_ui/csv-file.ts';
import { unlessFaulty } from '#console/_ui/typed-filters.ts';
import { partyInList } from '#console/w/[workspace]/_entries/party-of.ts';
import { noteExport } from '#lib/reports/activity.ts';
import { searchEntries } from '#lib/silo/search.ts';
import { readEntryParams } from '../../_entries/entry-query.ts';

export const { GET, POST } = listFile(async ({ workspace, params, ids }) => {
  const { ctx } = await requireMember(workspace, 'suppliers:read');
  const t = await getTranslations('console.suppliers.list');
  const stateNames = await getTranslations('console.entry.states');
  const read = readEntryParams('suppliers', params);
  const find = unlessFaulty(read, (query) => searchEntries(ctx, { ...read.query, ...query, ids }));
  await noteExport(ctx, 'suppliers');
  return csvFile({
    locale: await getLocale(),
    name: 'suppliers',
    find,
    columns: [
      { head: t('name'), value: ({ snippet }) => partyInList(snippet).name },
      { head: t('country'), value: ({ snippet }) => partyInList(snippet).country },
      { head: t('taxCode'), value: ({ snippet }) => partyInList(snippet).code },
      { head: t('state'), value: ({ state }) => stateNames(state ?? 'empty') },
      { head: t('created'), value: ({ createdAt }) => createdAt },
      { head: 'id', value: ({ id }) => id },
      { head: 'key', value: ({ key }) => key ?? '' },
    ],
  });
});
