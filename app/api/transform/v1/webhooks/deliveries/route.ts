import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { page } from '#lib/paging.ts';
import { DeliveryQuery, listDeliveries } from '#lib/webhooks/deliveries.ts';
import { deliveryInList } from '#lib/webhooks/delivery-response.ts';

const here = { service: 'transform', version: 'v1', route: 'webhooks/deliveries' } as const;

export const GET = endpoint({ ...here, query: DeliveryQuery }, async (ctx, { query }) => ({
  body: page(await listDeliveries(ctx, query), query, deliveryInList),
}));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
