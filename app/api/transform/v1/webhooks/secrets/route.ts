import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { listSecrets, RotationInput, rotateSecret, secretResponse } from '#lib/webhooks/secrets.ts';

const here = { service: 'transform', version: 'v1', route: 'webhooks/secrets' } as const;

export const GET = endpoint(here, async (ctx) => ({
  body: { list: (await listSecrets(ctx)).map(secretResponse) },
}));

/** The only answer that holds the secret. */
export const POST = endpoint({ ...here, body: RotationInput }, async (ctx, { body }) => {
  const { row, secret } = await rotateSecret(ctx, body);
  return { status: 201, body: { ...secretResponse(row), secret } };
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
