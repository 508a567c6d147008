import { z } from 'zod';
import { newUuid, UuidQuery, UuidResponse } from '#app/api/utils/v1/_wire/uuid.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import type { Service } from '#lib/http/openapi.ts';

const here = { service: 'utils', version: 'v1', tag: 'Utilities' } as const;

export const utilities = {
  ping: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'ping',
      summary: 'Test whether an API key works',
      answers: { 200: z.object({ ping: z.literal('pong') }) },
    },
    async () => ({ body: { ping: 'pong' } }),
  ),

  makeUuid: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'uuid',
      summary: 'Make a UUID',
      query: UuidQuery,
      answers: { 200: UuidResponse },
    },
    async (_ctx, { query }) => ({ body: newUuid(query) }),
  ),
};

export const service: Service = {
  service: 'utils',
  version: 'v1',
  title: 'Alta: Utilities',
  description: 'Small helpers for clients.',
  endpoints: [utilities],
};
