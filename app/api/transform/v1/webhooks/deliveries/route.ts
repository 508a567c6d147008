import { pageOf, pageResponse } from '#app/api/_wire/page.ts';
import {
  DeliveryInList,
  DeliveryQuery,
  deliveryInList,
  deliveryQuery,
} from '#app/api/transform/v1/_wire/delivery.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { page } from '#lib/paging.ts';
import { listDeliveries } from '#lib/webhooks/deliveries.ts';

export const GET = endpoint(
  {
    service: 'transform',
    version: 'v1',
    route: 'webhooks/deliveries',
    operation: 'listDeliveries',
    summary: 'List deliveries of webhooks, the newest first',
    tag: 'Webhooks',
    query: DeliveryQuery,
    answers: { 200: pageOf(DeliveryInList) },
  },
  async (ctx, { query }) => ({
    body: pageResponse(page(await listDeliveries(ctx, deliveryQuery(query)), query), deliveryInList),
  }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
