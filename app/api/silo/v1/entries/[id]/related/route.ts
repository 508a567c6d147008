import { RelatedPage, RelatedQuery, relatedPage } from '#app/api/silo/v1/_wire/related.ts';
import { entryRoute } from '#app/api/silo/v1/entries/entry-route.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';

export const GET = endpoint(
  {
    ...entryRoute('/related', 'Entries'),
    operation: 'listRelatedEntries',
    summary: 'List the entries whose documents name this one, the newest first',
    details:
      'Of an invoice its credit and debit notes, 100 at the most; of a supplier what was invoiced in their name.',
    query: RelatedQuery,
    answers: { 200: RelatedPage },
    failures: ['gone'],
  },
  async (ctx, { params, query }) => ({ body: await relatedPage(ctx, params.id, query) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
