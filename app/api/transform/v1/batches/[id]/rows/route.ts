import { z } from 'zod';
import { pageOf, pageResponse } from '#app/api/_wire/page.ts';
import { BatchRowQuery, batchRowResponse, WireBatchRow } from '#app/api/transform/v1/_wire/batch.ts';
import { listBatchRows } from '#lib/batches/rows.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';

export const GET = endpoint(
  {
    service: 'transform',
    version: 'v1',
    route: 'batches/{id}/rows',
    operation: 'listBatchRows',
    summary: 'List the rows of a batch, in their order',
    details:
      'What came of each. They are kept for 90 days after the end of the batch unless the operator says otherwise.',
    tag: 'Batches',
    params: z.strictObject({ id: z.uuid({ error: 'must be a UUID' }) }),
    query: BatchRowQuery,
    answers: { 200: pageOf(WireBatchRow) },
  },
  async (ctx, { params, query }) => ({
    body: pageResponse(await listBatchRows(ctx, params.id, query), batchRowResponse),
  }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
