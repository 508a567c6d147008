import { z } from 'zod';
import { EndpointResponse, endpointResponse } from '#app/api/transform/v1/_wire/endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { changeEndpoint, EndpointChange, fetchEndpoint, removeEndpoint } from '#lib/webhooks/endpoints.ts';

const here = {
  service: 'transform',
  version: 'v1',
  route: 'webhooks/endpoints/{id}',
  tag: 'Webhooks',
  params: z.strictObject({ id: z.uuid({ error: 'must be a UUID' }) }),
} as const;

export const GET = endpoint(
  {
    ...here,
    operation: 'fetchEndpoint',
    summary: 'Fetch an endpoint of webhooks',
    answers: { 200: EndpointResponse },
  },
  async (ctx, { params }) => ({ body: endpointResponse(await fetchEndpoint(ctx, params.id)) }),
);

export const PATCH = endpoint(
  {
    ...here,
    operation: 'changeEndpoint',
    idempotency: 'harmless',
    summary: 'Change, disable or enable an endpoint of webhooks',
    body: EndpointChange,
    answers: { 200: EndpointResponse },
  },
  async (ctx, { params, body }) => ({ body: endpointResponse(await changeEndpoint(ctx, params.id, body)) }),
);

export const DELETE = endpoint(
  {
    ...here,
    operation: 'removeEndpoint',
    summary: 'Remove an endpoint of webhooks; what waits for it is cancelled',
    answers: { 204: 'nothing' },
  },
  async (ctx, { params }) => {
    await removeEndpoint(ctx, params.id);
    return { status: 204 };
  },
);

export const { POST, PUT, OPTIONS } = otherMethods('GET', 'PATCH', 'DELETE');
