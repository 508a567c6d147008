import { pageOf } from '#app/api/_wire/page.ts';
import { Envelope } from '#lib/documents/envelope.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { listEnvelopes } from '#lib/silo/envelopes.ts';
import { EnvelopeQuery, envelopePage, envelopeQuery } from '../_wire/envelope.ts';

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
  async (ctx, { query }) => ({ json: envelopePage(await listEnvelopes(ctx, envelopeQuery(query))) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
