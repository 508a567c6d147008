import { z } from 'zod';
import {
  NewSecret,
  SecretResponse,
  SecretRotation,
  secretResponse,
} from '#app/api/transform/v1/_wire/secret.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { listSecrets, rotateSecret } from '#lib/webhooks/secrets.ts';

const here = { service: 'transform', version: 'v1', route: 'webhooks/secrets', tag: 'Webhooks' } as const;

export const GET = endpoint(
  {
    ...here,
    operation: 'listSecrets',
    summary: 'List the secrets that sign webhooks now, without the secrets themselves',
    answers: { 200: z.object({ list: z.array(SecretResponse) }) },
  },
  async (ctx) => ({ body: { list: (await listSecrets(ctx)).map(secretResponse) } }),
);

export const POST = endpoint(
  {
    ...here,
    operation: 'rotateSecret',
    idempotency: 'by-key',
    failures: ['conflict'],
    summary: 'Make a new signing secret; no other answer holds it',
    body: SecretRotation,
    answers: { 201: NewSecret },
  },
  async (ctx, { body }) => {
    const { row, secret } = await rotateSecret(ctx, { overlapHours: body.overlap_hours });
    return { status: 201, body: { ...secretResponse(row), secret } };
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
