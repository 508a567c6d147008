import { beforeAll, expect, test } from 'vitest';
import { webhooks } from '#app/api/transform/v1/webhooks.ts';
import { workflows } from '#app/api/transform/v1/workflows.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { overdue } from '#lib/queue-repair.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { callRoute } from '#tests/support/route-client.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

onDatabase('the messages of an endpoint without a URL', () => {
  let ctx: Context;
  let token: string;
  beforeAll(async () => {
    ctx = await newWorkspace();
    token = await newApiKey(ctx);
  });
  const post = { method: 'POST' };
  const subscribe = () =>
    callRoute(webhooks.createEndpoint, token, { ...post, body: { url: 'alta:kept', events: ['*'] } });
  const publish = () => database().transaction((tx) => publishEvent(tx, ctx, 'job.failed', {}));

  test('can be read, once for all listeners, and are sent nowhere', async () => {
    expect([(await subscribe()).status, (await subscribe()).status]).toEqual([201, 201]);
    await publish();
    const { body } = await callRoute(webhooks.listDeliveries, token);
    expect(body.list).toMatchObject([
      { url: 'alta:kept', event: 'job.failed', status: 'delivered', attempts: 0 },
    ]);
    const [{ id }] = body.list;
    const read = await callRoute(webhooks.fetchDelivery, token, { params: { id } });
    expect(JSON.parse(read.body.body)).toMatchObject({ id, event: 'job.failed', faults: [] });
    const waiting = await overdue('webhook-deliver', new Date(Date.now() + 3_600_000));
    expect(waiting.filter(({ payload }) => payload.deliveryId === id)).toEqual([]);
    const again = await callRoute(webhooks.redeliver, token, { ...post, params: { id } });
    expect(again).toMatchObject({ status: 409, body: { key: 'conflict' } });
  });

  test('are refused as a workflow’s receiver', async () => {
    const steps = [{ provider: 'webhook', config: { url: 'alta:kept' } }];
    const body = { name: 'Tell nobody', steps };
    expect((await callRoute(workflows.createWorkflow, token, { ...post, body })).status).toBe(422);
  });
});
