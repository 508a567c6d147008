import { z } from 'zod';
import { DeliveryInList, deliveryInList } from '#app/api/transform/v1/_wire/delivery.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { redeliver } from '#lib/webhooks/redelivery.ts';

const here = {
  service: 'transform',
  version: 'v1',
  route: 'webhooks/deliveries/{id}/redeliver',
  operation: 'redeliver',
  idempotency: 'by-key',
  summary: 'Send a delivery once more',
  tag: 'Webhooks',
  answers: { 202: DeliveryInList },
  failures: ['conflict'],
  params: z.strictObject({ id: z.uuid({ error: 'must be a UUID' }) }),
} as const;

export const POST = endpoint(here, async (ctx, { params }) => ({
  status: 202,
  body: deliveryInList(await redeliver(ctx, params.id)),
}));

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
