import { apiKeyResponse, listApiKeys } from '#lib/accounts/api-keys.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';

/** All of them, without their tokens: when each was used last, and with which versions of which service. */
export const GET = endpoint({ service: 'access', version: 'v1', route: 'api-keys' }, async (ctx) => ({
  body: { list: (await listApiKeys(ctx)).map(apiKeyResponse) },
}));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
