import { z } from 'zod';
import { RelatedPage, RelatedQuery, relatedPage } from '#app/api/silo/v1/_wire/related.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';

export const GET = endpoint(
  {
    service: 'silo',
    version: 'v1',
    route: 'entries/related',
    operation: 'findRelatedEntries',
    summary: 'List the entries whose documents name the one that is asked for',
    details: 'The same as `GET /entries/{id}/related`.',
    tag: 'Entries',
    query: RelatedQuery.extend({
      uuid: z.uuid({ error: 'is required: the UUID of an entry' }).toLowerCase(),
    }),
    answers: { 200: RelatedPage },
    failures: ['not-found', 'gone'],
  },
  async (ctx, { query: { uuid, ...query } }) => ({ body: await relatedPage(ctx, uuid, query) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
