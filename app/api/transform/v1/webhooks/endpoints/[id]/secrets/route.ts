import { z } from 'zod';
import {
  NewSecret,
  SecretResponse,
  SecretRotation,
  secretResponse,
} from '#app/api/transform/v1/_wire/secret.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { fetchEndpoint } from '#lib/webhooks/endpoints.ts';
import { listSecrets, rotateSecret } from '#lib/webhooks/secrets.ts';

const here = {
  service: 'transform',
  version: 'v1',
  route: 'webhooks/endpoints/{id}/secrets',
  tag: 'Webhooks',
  params: z.strictObject({ id: z.uuid({ error: 'must be a UUID' }) }),
} as const;

export const GET = endpoint(
  {
    ...here,
    operation: 'listEndpointSecrets',
    summary: "List an endpoint's own signing secrets; none: the workspace's sign",
    answers: { 200: z.object({ list: z.array(SecretResponse) }) },
  },
  async (ctx, { params }) => {
    const { id: endpointId } = await fetchEndpoint(ctx, params.id);
    return { body: { list: (await listSecrets(ctx, { endpointId })).map(secretResponse) } };
  },
);

export const POST = endpoint(
  {
    ...here,
    operation: 'rotateEndpointSecret',
    idempotency: 'by-key',
    failures: ['conflict'],
    summary: 'Make a signing secret of the endpoint’s own; no other answer holds it',
    body: SecretRotation,
    answers: { 201: NewSecret },
  },
  async (ctx, { params, body }) => {
    const { row, secret } = await rotateSecret(ctx, {
      overlapHours: body.overlap_hours,
      endpointId: params.id,
    });
    return { status: 201, body: { ...secretResponse(row), secret } };
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
