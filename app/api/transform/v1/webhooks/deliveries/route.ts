import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { page, pageOf } from '#lib/paging.ts';
import { DeliveryQuery, listDeliveries } from '#lib/webhooks/deliveries.ts';
import { DeliveryInList, deliveryInList } from '#lib/webhooks/delivery-response.ts';

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
  async (ctx, { query }) => ({ body: page(await listDeliveries(ctx, query), query, deliveryInList) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
