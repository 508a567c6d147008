import { z } from 'zod';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { endSecret } from '#lib/webhooks/secrets.ts';

const here = {
  service: 'transform',
  version: 'v1',
  route: 'webhooks/secrets/{id}',
  operation: 'endSecret',
  summary: 'End a secret that signs along before its time',
  tag: 'Webhooks',
  answers: { 204: 'nothing' },
  params: z.strictObject({ id: z.uuid({ error: 'must be a UUID' }) }),
} as const;

export const DELETE = endpoint(here, async (ctx, { params }) => {
  await endSecret(ctx, params.id);
  return { status: 204 };
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods('DELETE');
