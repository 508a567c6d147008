import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { page, pageOf } from '#lib/paging.ts';
import { EntryInList, entryInList } from '#lib/silo/entry-response.ts';
import { EntrySearch, searchEntries } from '#lib/silo/search.ts';

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
    answers: { 200: pageOf(EntryInList) },
  },
  async (ctx, { query }) => ({ body: page(await searchEntries(ctx, query), query, entryInList) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
