import { z } from 'zod';
import { WholeDelivery, wholeDelivery } from '#app/api/transform/v1/_wire/delivery.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { fetchDelivery } from '#lib/webhooks/deliveries.ts';

const here = {
  service: 'transform',
  version: 'v1',
  route: 'webhooks/deliveries/{id}',
  operation: 'fetchDelivery',
  summary: 'Fetch a delivery with its body and the log of its attempts',
  tag: 'Webhooks',
  answers: { 200: WholeDelivery },
  params: z.strictObject({ id: z.uuid({ error: 'must be a UUID' }) }),
} as const;

export const GET = endpoint(here, async (ctx, { params }) => ({
  body: await wholeDelivery(ctx, await fetchDelivery(ctx, params.id)),
}));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
