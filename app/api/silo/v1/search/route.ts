import { pageResponse } from '#app/api/_wire/page.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { page } from '#lib/paging.ts';
import { searchEntries } from '#lib/silo/search.ts';
import { archivedOf, entriesInList } from '../_wire/entry.ts';
import { EntrySearch, FoundEntries, searchResponse } from '../_wire/search.ts';

export const GET = endpoint(
  {
    service: 'silo',
    version: 'v1',
    route: 'search',
    operation: 'searchEntries',
    summary: 'Find entries by name or tax code',
    details: 'Each word of `q` begins a word of the name, or `q` begins the tax code. The newest first.',
    tag: 'Entries',
    query: EntrySearch,
    answers: { 200: FoundEntries },
  },
  async (ctx, { query }) => {
    const rows = await searchEntries(ctx, { ...query, ...archivedOf(query) });
    return {
      body: {
        ...pageResponse(page(rows, query), await entriesInList(ctx, rows)),
        ...searchResponse(query),
      },
    };
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
