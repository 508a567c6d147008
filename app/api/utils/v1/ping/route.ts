import { endpoint } from '#lib/http/endpoint.ts';

export const GET = endpoint({ service: 'utils', version: 'v1', route: 'ping' }, async () => ({
  body: { ping: 'pong' },
}));
