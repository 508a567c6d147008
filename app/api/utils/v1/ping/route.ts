import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';

export const GET = endpoint({ service: 'utils', version: 'v1', route: 'ping' }, async () => ({
  body: { ping: 'pong' },
}));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
