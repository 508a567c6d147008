import { z } from 'zod';
import { ById } from '#app/api/_wire/fields.ts';
import { PageQuery, pageOf, pageResponse } from '#app/api/_wire/page.ts';
import {
  DeliveryInList,
  DeliveryQuery,
  deliveryInList,
  deliveryQuery,
  RedeliveryInput,
  redeliveryInput,
  WholeDelivery,
  wholeDelivery,
} from '#app/api/transform/v1/_wire/delivery.ts';
import { EndpointResponse, endpointResponse } from '#app/api/transform/v1/_wire/endpoint.ts';
import {
  NewSecret,
  SecretInput,
  SecretResponse,
  SecretRotation,
  secretResponse,
} from '#app/api/transform/v1/_wire/secret.ts';
import type { Context } from '#lib/context.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { page } from '#lib/paging.ts';
import { fetchDelivery, listDeliveries } from '#lib/webhooks/deliveries.ts';
import {
  changeEndpoint,
  createEndpoint,
  EndpointChange,
  EndpointInput,
  fetchEndpoint,
  listEndpoints,
  removeEndpoint,
  sendTest,
} from '#lib/webhooks/endpoints.ts';
import { lifecycleEvents } from '#lib/webhooks/events.ts';
import { redeliver, redeliverMissed } from '#lib/webhooks/redelivery.ts';
import { addSecret, endSecret, listSecrets, rotateSecret, type SecretOwner } from '#lib/webhooks/secrets.ts';

const here = { service: 'transform', version: 'v1', tag: 'Webhooks' } as const;

export const webhooks = {
  listEndpoints: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'webhooks/endpoints',
      summary: 'List webhook endpoints, newest first',
      query: PageQuery,
      answers: { 200: pageOf(EndpointResponse) },
    },
    async (ctx, { query }) => ({
      body: pageResponse(page(await listEndpoints(ctx, query), query), endpointResponse),
    }),
  ),

  createEndpoint: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'webhooks/endpoints',
      summary: 'Subscribe an address to events',
      idempotency: 'by-key',
      body: EndpointInput,
      answers: { 201: EndpointResponse },
      failures: ['conflict'],
    },
    async (ctx, { body }) => ({ status: 201, body: endpointResponse(await createEndpoint(ctx, body)) }),
  ),

  fetchEndpoint: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'webhooks/endpoints/{id}',
      summary: 'Fetch a webhook endpoint',
      params: ById,
      answers: { 200: EndpointResponse },
    },
    async (ctx, { params }) => ({ body: endpointResponse(await fetchEndpoint(ctx, params.id)) }),
  ),

  changeEndpoint: endpoint(
    {
      ...here,
      method: 'PATCH',
      route: 'webhooks/endpoints/{id}',
      summary: 'Change, disable or enable a webhook endpoint',
      idempotency: 'harmless',
      params: ById,
      body: EndpointChange,
      answers: { 200: EndpointResponse },
    },
    async (ctx, { params, body }) => ({ body: endpointResponse(await changeEndpoint(ctx, params.id, body)) }),
  ),

  removeEndpoint: endpoint(
    {
      ...here,
      method: 'DELETE',
      route: 'webhooks/endpoints/{id}',
      summary: 'Remove a webhook endpoint; its pending deliveries are cancelled',
      params: ById,
      answers: { 204: 'nothing' },
    },
    async (ctx, { params }) => {
      await removeEndpoint(ctx, params.id);
      return { status: 204 };
    },
  ),

  testEndpoint: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'webhooks/endpoints/{id}/test',
      summary: 'Send a sample event to a webhook endpoint: it is signed, and its body has `"test": true`',
      idempotency: 'by-key',
      params: ById,
      body: z.strictObject({
        event: z.enum(lifecycleEvents, { error: `must be one of ${lifecycleEvents.join(', ')}` }),
      }),
      answers: { 202: DeliveryInList },
      failures: ['conflict'],
    },
    async (ctx, { params, body }) => ({
      status: 202,
      body: deliveryInList(await sendTest(ctx, params.id, body.event)),
    }),
  ),

  listEndpointSecrets: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'webhooks/endpoints/{id}/secrets',
      summary: "List a webhook endpoint's own signing secrets",
      details: 'If the list is empty, the secrets of the workspace sign.',
      params: ById,
      answers: { 200: z.object({ list: z.array(SecretResponse) }) },
    },
    async (ctx, { params }) => {
      const { id: endpointId } = await fetchEndpoint(ctx, params.id);
      return { body: { list: (await listSecrets(ctx, { endpointId })).map(secretResponse) } };
    },
  ),

  addEndpointSecret: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'webhooks/endpoints/{id}/secrets',
      summary: 'Add a signing secret of one endpoint; only this answer contains it',
      details:
        "The earlier ones also sign. Before the endpoint's first own secret, those are the workspace's.",
      idempotency: 'by-key',
      params: ById,
      body: SecretInput,
      answers: { 201: NewSecret },
      failures: ['conflict'],
    },
    async (ctx, { params, body }) => newSecret(ctx, body.overlap_hours, { endpointId: params.id }),
  ),

  rotateEndpointSecret: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'webhooks/endpoints/{id}/secrets/rotate',
      summary: 'Replace the signing secrets of one endpoint; only this answer contains the new one',
      details: 'The earlier ones also sign until `overlap_hours` have passed.',
      idempotency: 'by-key',
      params: ById,
      body: SecretRotation,
      answers: { 201: NewSecret },
      failures: ['conflict'],
    },
    async (ctx, { params, body }) => newSecret(ctx, body.overlap_hours, { endpointId: params.id }),
  ),

  listSecrets: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'webhooks/secrets',
      summary: 'List the secrets that sign webhooks now, without the secrets themselves',
      answers: { 200: z.object({ list: z.array(SecretResponse) }) },
    },
    async (ctx) => ({ body: { list: (await listSecrets(ctx)).map(secretResponse) } }),
  ),

  addSecret: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'webhooks/secrets',
      summary: 'Add a signing secret; only this answer contains it',
      details: 'The earlier ones also sign, and none of them ends.',
      idempotency: 'by-key',
      body: SecretInput,
      answers: { 201: NewSecret },
      failures: ['conflict'],
    },
    async (ctx, { body }) => newSecret(ctx, body.overlap_hours),
  ),

  rotateSecret: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'webhooks/secrets/rotate',
      summary: 'Replace the signing secrets; only this answer contains the new one',
      details: 'The earlier ones also sign until `overlap_hours` have passed.',
      idempotency: 'by-key',
      body: SecretRotation,
      answers: { 201: NewSecret },
      failures: ['conflict'],
    },
    async (ctx, { body }) => newSecret(ctx, body.overlap_hours),
  ),

  endSecret: endpoint(
    {
      ...here,
      method: 'DELETE',
      route: 'webhooks/secrets/{id}',
      summary: 'End a secret',
      details: 'The last one that has no end can not be ended.',
      params: ById,
      answers: { 204: 'nothing' },
      failures: ['conflict'],
    },
    async (ctx, { params }) => {
      await endSecret(ctx, params.id);
      return { status: 204 };
    },
  ),

  listDeliveries: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'webhooks/deliveries',
      summary: 'List webhook deliveries, newest first',
      query: DeliveryQuery,
      answers: { 200: pageOf(DeliveryInList) },
    },
    async (ctx, { query }) => ({
      body: pageResponse(page(await listDeliveries(ctx, deliveryQuery(query)), query), deliveryInList),
    }),
  ),

  fetchDelivery: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'webhooks/deliveries/{id}',
      summary: 'Fetch a delivery with its body and the log of its attempts',
      params: ById,
      answers: { 200: WholeDelivery },
    },
    async (ctx, { params }) => ({
      body: await wholeDelivery(ctx, await fetchDelivery(ctx, params.id)),
    }),
  ),

  redeliver: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'webhooks/deliveries/{id}/redeliver',
      summary: 'Send a delivery again',
      idempotency: 'by-key',
      params: ById,
      answers: { 202: DeliveryInList },
      failures: ['conflict'],
    },
    async (ctx, { params }) => ({
      status: 202,
      body: deliveryInList(await redeliver(ctx, params.id)),
    }),
  ),

  redeliverDead: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'webhooks/deliveries/redeliver',
      summary: 'Send the undelivered deliveries of a time span again, 1,000 at a time',
      idempotency: 'by-key',
      body: RedeliveryInput,
      answers: { 202: z.object({ redelivered: z.int().describe('Number of deliveries.') }) },
    },
    async (ctx, { body }) => ({
      status: 202,
      body: { redelivered: await redeliverMissed(ctx, redeliveryInput(body)) },
    }),
  ),
};

/** Adds a secret, or rotates if an overlap is given. */
async function newSecret(ctx: Context, overlapHours: number | undefined, owner: SecretOwner = {}) {
  const { listed, secret } =
    overlapHours === undefined
      ? await addSecret(ctx, owner)
      : await rotateSecret(ctx, { overlapHours, ...owner });
  return { status: 201 as const, body: { ...secretResponse(listed), secret } };
}
