import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { PageQuery, page } from '#lib/paging.ts';
import { createEndpoint, EndpointInput, endpointResponse, listEndpoints } from '#lib/webhooks/endpoints.ts';

const here = { service: 'transform', version: 'v1', route: 'webhooks/endpoints' } as const;

export const GET = endpoint({ ...here, query: PageQuery }, async (ctx, { query }) => ({
  body: page(await listEndpoints(ctx, query), query, endpointResponse),
}));

export const POST = endpoint({ ...here, body: EndpointInput }, async (ctx, { body }) => ({
  status: 201,
  body: endpointResponse(await createEndpoint(ctx, body)),
}));

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
