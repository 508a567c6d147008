import { z } from 'zod';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import {
  changeEndpoint,
  EndpointChange,
  endpointResponse,
  fetchEndpoint,
  removeEndpoint,
} from '#lib/webhooks/endpoints.ts';

const here = {
  service: 'transform',
  version: 'v1',
  route: 'webhooks/endpoints/{id}',
  params: z.strictObject({ id: z.uuid({ error: 'must be a UUID' }) }),
} as const;

export const GET = endpoint(here, async (ctx, { params }) => ({
  body: endpointResponse(await fetchEndpoint(ctx, params.id)),
}));

export const PATCH = endpoint({ ...here, body: EndpointChange }, async (ctx, { params, body }) => ({
  body: endpointResponse(await changeEndpoint(ctx, params.id, body)),
}));

export const DELETE = endpoint(here, async (ctx, { params }) => {
  await removeEndpoint(ctx, params.id);
  return { status: 204 };
});

export const { POST, PUT, OPTIONS } = otherMethods('GET', 'PATCH', 'DELETE');
