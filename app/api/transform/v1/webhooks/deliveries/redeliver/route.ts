import { z } from 'zod';
import { RedeliveryInput, redeliveryInput } from '#app/api/transform/v1/_wire/delivery.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { redeliverMissed } from '#lib/webhooks/redelivery.ts';

export const POST = endpoint(
  {
    service: 'transform',
    version: 'v1',
    route: 'webhooks/deliveries/redeliver',
    operation: 'redeliverDead',
    idempotency: 'by-key',
    summary: 'Send off again what has not arrived of a span of time, 1,000 at a time',
    tag: 'Webhooks',
    body: RedeliveryInput,
    answers: { 202: z.object({ redelivered: z.int().describe('How many.') }) },
  },
  async (ctx, { body }) => ({
    status: 202,
    body: { redelivered: await redeliverMissed(ctx, redeliveryInput(body)) },
  }),
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
