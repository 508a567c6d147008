import { z } from 'zod';
import { batchResponse, WireBatch } from '#app/api/transform/v1/_wire/batch.ts';
import { fetchBatch } from '#lib/batches/batches.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';

export const GET = endpoint(
  {
    service: 'transform',
    version: 'v1',
    route: 'batches/{id}',
    operation: 'fetchBatch',
    summary: 'Fetch a batch: how far it is',
    tag: 'Batches',
    params: z.strictObject({ id: z.uuid({ error: 'must be a UUID' }) }),
    answers: { 200: WireBatch },
  },
  async (ctx, { params }) => ({ body: batchResponse(await fetchBatch(ctx, params.id)) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
