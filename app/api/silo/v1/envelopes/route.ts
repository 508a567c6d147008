import { Envelope } from '#lib/documents/envelope.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { jsonOfPage, pageOf } from '#lib/paging.ts';
import { EnvelopeQuery, listEnvelopes } from '#lib/silo/envelopes.ts';

export const GET = endpoint(
  {
    service: 'silo',
    version: 'v1',
    route: 'envelopes',
    operation: 'listEnvelopes',
    summary: 'List the documents of entries in their envelopes, the newest first',
    tag: 'Entries',
    query: EnvelopeQuery,
    answers: { 200: pageOf(Envelope) },
  },
  async (ctx, { query }) => ({ json: jsonOfPage(await listEnvelopes(ctx, query)) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
