import { z } from 'zod';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';

export const GET = endpoint(
  {
    service: 'utils',
    version: 'v1',
    route: 'ping',
    operation: 'ping',
    summary: 'Test whether an API key is good',
    tag: 'Utilities',
    answers: { 200: z.object({ ping: z.literal('pong') }) },
  },
  async () => ({ body: { ping: 'pong' } }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
