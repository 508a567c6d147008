import { ById } from '#app/api/_wire/fields.ts';
import { pageOf, pageResponse, TimedPageQuery, timedPageQuery } from '#app/api/_wire/page.ts';
import {
  BatchInput,
  BatchRowQuery,
  batchResponse,
  batchRowResponse,
  newBatch,
  newBatchResponse,
  WireBatch,
  WireBatchRow,
  WireNewBatch,
} from '#app/api/transform/v1/_wire/batch.ts';
import { createBatch, fetchBatch, listBatches, resumeBatch, stopBatch } from '#lib/batches/batches.ts';
import { listBatchRows } from '#lib/batches/rows.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { batchLimits, sizeLimits } from '#lib/limits.ts';
import { page } from '#lib/paging.ts';

const here = { service: 'transform', version: 'v1', tag: 'Batches' } as const;

export const batches = {
  listBatches: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'batches',
      summary: 'List batches, newest first',
      query: TimedPageQuery,
      answers: { 200: pageOf(WireBatch) },
    },
    async (ctx, { query }) => ({
      body: pageResponse(page(await listBatches(ctx, timedPageQuery(query)), query), batchResponse),
    }),
  ),

  createBatch: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'batches',
      summary: 'Run one operation on many rows',
      details:
        'All rows are checked first. With `on_fault` `skip` the valid ones are processed, and `failed_rows` lists the others with their faults; without it, nothing is started if a row has a fault, and `fields` lists each fault by its path, such as `rows[3].data.days`. Each row is processed once, even if a process dies meanwhile. The event `batch.completed` reports the end.',
      idempotency: 'by-key',
      body: BatchInput,
      bodyLimits: batchLimits,
      answers: { 202: WireNewBatch },
      failures: ['conflict'],
    },
    async (ctx, { body }) => {
      const batch = await createBatch(ctx, newBatch(body));
      const query = { status: 'failed', limit: sizeLimits.pageItems } as const;
      const failed = batch.failed > 0 ? (await listBatchRows(ctx, batch.id, query)).list : [];
      return { status: 202, body: newBatchResponse(batch, failed) };
    },
  ),

  fetchBatch: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'batches/{id}',
      summary: 'Fetch a batch and its progress',
      params: ById,
      answers: { 200: WireBatch },
    },
    async (ctx, { params }) => ({ body: batchResponse(await fetchBatch(ctx, params.id)) }),
  ),

  listBatchRows: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'batches/{id}/rows',
      summary: 'List the rows of a batch, in order',
      details:
        'Shows the result of each row. Rows are kept for 90 days after the end of the batch, unless the operator sets another time.',
      params: ById,
      query: BatchRowQuery,
      answers: { 200: pageOf(WireBatchRow) },
    },
    async (ctx, { params, query }) => ({
      body: pageResponse(await listBatchRows(ctx, params.id, query), batchRowResponse),
    }),
  ),

  stopBatch: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'batches/{id}/stop',
      summary: 'Stop a batch',
      details: 'The row in progress is completed; the others wait until the batch is resumed.',
      idempotency: 'harmless',
      params: ById,
      answers: { 200: WireBatch },
    },
    async (ctx, { params }) => ({ body: batchResponse(await stopBatch(ctx, params.id)) }),
  ),

  resumeBatch: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'batches/{id}/resume',
      summary: 'Resume a stopped batch',
      details: 'Continues with the waiting rows.',
      idempotency: 'harmless',
      params: ById,
      answers: { 200: WireBatch },
    },
    async (ctx, { params }) => ({ body: batchResponse(await resumeBatch(ctx, params.id)) }),
  ),
};
