import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { page } from '#lib/paging.ts';
import { entryInList } from '#lib/silo/entry-response.ts';
import { EntrySearch, searchEntries } from '#lib/silo/search.ts';

export const GET = endpoint(
  { service: 'silo', version: 'v1', route: 'search', query: EntrySearch },
  async (ctx, { query }) => ({ body: page(await searchEntries(ctx, query), query, entryInList) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
