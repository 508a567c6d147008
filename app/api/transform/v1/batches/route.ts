import { pageOf, pageResponse, TimedPageQuery, timedPageQuery } from '#app/api/_wire/page.ts';
import { BatchInput, batchResponse, newBatch, WireBatch } from '#app/api/transform/v1/_wire/batch.ts';
import { createBatch, listBatches } from '#lib/batches/batches.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { batchLimits } from '#lib/limits.ts';
import { page } from '#lib/paging.ts';

const here = { service: 'transform', version: 'v1', route: 'batches', tag: 'Batches' } as const;

export const POST = endpoint(
  {
    ...here,
    operation: 'createBatch',
    idempotency: 'by-key',
    summary: 'Do one thing with many rows',
    details:
      'All rows are checked first: with one at fault nothing is begun, and `fields` names each fault by its place, such as `rows[3].data.days`; with `on_fault` the others are worked all the same. Each row is worked once, whatever dies meanwhile.',
    body: BatchInput,
    bodyLimits: batchLimits,
    answers: { 202: WireBatch },
    failures: ['conflict'],
  },
  async (ctx, { body }) => ({ status: 202, body: batchResponse(await createBatch(ctx, newBatch(body))) }),
);

export const GET = endpoint(
  {
    ...here,
    operation: 'listBatches',
    summary: 'List batches, the newest first',
    query: TimedPageQuery,
    answers: { 200: pageOf(WireBatch) },
  },
  async (ctx, { query }) => ({
    body: pageResponse(page(await listBatches(ctx, timedPageQuery(query)), query), batchResponse),
  }),
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
