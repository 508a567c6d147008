import { z } from 'zod';
import { batchResponse, WireBatch } from '#app/api/transform/v1/_wire/batch.ts';
import { resumeBatch } from '#lib/batches/batches.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';

export const POST = endpoint(
  {
    service: 'transform',
    version: 'v1',
    route: 'batches/{id}/resume',
    operation: 'resumeBatch',
    idempotency: 'harmless',
    summary: 'Resume a stopped batch',
    details: 'It goes on with the rows that wait.',
    tag: 'Batches',
    params: z.strictObject({ id: z.uuid({ error: 'must be a UUID' }) }),
    answers: { 200: WireBatch },
  },
  async (ctx, { params }) => ({ body: batchResponse(await resumeBatch(ctx, params.id)) }),
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
