import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { RedeliveryInput, redeliverDead } from '#lib/webhooks/deliveries.ts';

const here = { service: 'transform', version: 'v1', route: 'webhooks/deliveries/redeliver' } as const;

export const POST = endpoint({ ...here, body: RedeliveryInput }, async (ctx, { body }) => ({
  status: 202,
  body: { redelivered: await redeliverDead(ctx, body) },
}));

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
