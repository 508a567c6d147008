import { z } from 'zod';
import { DeliveryInList, deliveryInList } from '#app/api/transform/v1/_wire/delivery.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { sendTest } from '#lib/webhooks/endpoints.ts';
import { lifecycleEvents } from '#lib/webhooks/events.ts';

const here = {
  service: 'transform',
  version: 'v1',
  route: 'webhooks/endpoints/{id}/test',
  operation: 'testEndpoint',
  idempotency: 'by-key',
  summary: 'Send an endpoint a sample of an event: signed as any other, its body says `"test": true`',
  tag: 'Webhooks',
  body: z.strictObject({
    event: z.enum(lifecycleEvents, { error: `must be one of ${lifecycleEvents.join(', ')}` }),
  }),
  answers: { 202: DeliveryInList },
  failures: ['conflict'],
  params: z.strictObject({ id: z.uuid({ error: 'must be a UUID' }) }),
} as const;

export const POST = endpoint(here, async (ctx, { params, body }) => ({
  status: 202,
  body: deliveryInList(await sendTest(ctx, params.id, body.event)),
}));

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
