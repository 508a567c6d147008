import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { page } from '#lib/paging.ts';
import { EntryQuery, listEntries } from '#lib/silo/entries.ts';
import { envelopeOf } from '#lib/silo/entry-response.ts';

export const GET = endpoint(
  { service: 'silo', version: 'v1', route: 'envelopes', query: EntryQuery },
  async (ctx, { query }) => ({ body: page(await listEntries(ctx, query), query, envelopeOf) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
