import { Envelope } from '#lib/documents/envelope.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { page, pageOf } from '#lib/paging.ts';
import { EntryQuery, listEntries } from '#lib/silo/entries.ts';
import { envelopeOf } from '#lib/silo/entry-response.ts';

export const GET = endpoint(
  {
    service: 'silo',
    version: 'v1',
    route: 'envelopes',
    operation: 'listEnvelopes',
    summary: 'List the documents of entries in their envelopes, the newest first',
    tag: 'Entries',
    query: EntryQuery,
    answers: { 200: pageOf(Envelope) },
  },
  async (ctx, { query }) => ({ body: page(await listEntries(ctx, query), query, envelopeOf) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
