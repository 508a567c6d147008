import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { providersResponse } from '#lib/workflows/workflow-response.ts';

export const GET = endpoint({ service: 'transform', version: 'v1', route: 'providers' }, async () => ({
  body: providersResponse(),
}));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
