import { z } from 'zod';
import { listApiKeys } from '#lib/accounts/api-keys.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { ApiKeyResponse, apiKeyResponse } from '../_wire/api-key.ts';

export const GET = endpoint(
  {
    service: 'access',
    version: 'v1',
    route: 'api-keys',
    operation: 'listApiKeys',
    summary: 'List API keys, without their tokens',
    details: 'When each was used last, and with which versions of which service.',
    tag: 'API keys',
    answers: { 200: z.object({ list: z.array(ApiKeyResponse) }) },
  },
  async (ctx) => ({ body: { list: (await listApiKeys(ctx)).map(apiKeyResponse) } }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
