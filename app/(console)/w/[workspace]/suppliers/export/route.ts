import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { csvFile } from '#console/_ui/csv-file.ts';
import { paramsOf } from '#console/_ui/list-page.tsx';
import { partyInList } from '#console/w/[workspace]/_entries/party-of.ts';
import { searchEntries } from '#lib/silo/search.ts';
import { queryOf, readFilters } from '../../_entries/entry-query.ts';

interface ExportRoute {
  params: Promise<{ workspace: string }>;
}

/** The suppliers that the list shows with these filters. */
export async function GET(request: Request, { params }: ExportRoute): Promise<Response> {
  const { ctx } = await requireMember((await params).workspace);
  const t = await getTranslations('console.suppliers.list');
  const stateNames = await getTranslations('console.entry.states');
  const filters = readFilters(paramsOf(request));
  return csvFile({
    name: 'suppliers',
    find: (query) => searchEntries(ctx, { ...queryOf('suppliers', filters), ...query }),
    columns: [
      { head: t('name'), text: ({ snippet }) => partyInList(snippet).name },
      { head: t('country'), text: ({ snippet }) => partyInList(snippet).country },
      { head: t('taxCode'), text: ({ snippet }) => partyInList(snippet).code },
      { head: t('state'), text: ({ state }) => stateNames(state ?? 'empty') },
      { head: t('created'), text: ({ createdAt }) => createdAt.toISOString() },
      { head: 'id', text: ({ id }) => id },
      { head: 'key', text: ({ key }) => key ?? '' },
    ],
  });
}
