import { PageQuery, pageOf, pageResponse } from '#app/api/_wire/page.ts';
import { EndpointResponse, endpointResponse } from '#app/api/transform/v1/_wire/endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { page } from '#lib/paging.ts';
import { createEndpoint, EndpointInput, listEndpoints } from '#lib/webhooks/endpoints.ts';

const here = { service: 'transform', version: 'v1', route: 'webhooks/endpoints', tag: 'Webhooks' } as const;

export const GET = endpoint(
  {
    ...here,
    operation: 'listEndpoints',
    summary: 'List the endpoints that webhooks go to, the newest first',
    query: PageQuery,
    answers: { 200: pageOf(EndpointResponse) },
  },
  async (ctx, { query }) => ({
    body: pageResponse(page(await listEndpoints(ctx, query), query), endpointResponse),
  }),
);

export const POST = endpoint(
  {
    ...here,
    operation: 'createEndpoint',
    idempotency: 'by-key',
    failures: ['conflict'],
    summary: 'Subscribe an address to events',
    body: EndpointInput,
    answers: { 201: EndpointResponse },
  },
  async (ctx, { body }) => ({ status: 201, body: endpointResponse(await createEndpoint(ctx, body)) }),
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
