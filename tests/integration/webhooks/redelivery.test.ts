import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { changeEndpoint, createEndpoint, EndpointInput, removeEndpoint } from '#lib/webhooks/endpoints.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { countResendable, listResendable, redeliver, redeliverMissed } from '#lib/webhooks/redelivery.ts';
import { wakeJobs } from '#lib/workflows/advance.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { after, deliveriesOf, handleOf, newDelivery, newReceiver, secondsBetween } from './scene.ts';

allowReceivers();

onDatabase('a message sent again', () => {
  test('has its id, its body and a whole new schedule after it was given up', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 500 });
    const sent = await newDelivery(receiver.url);
    const deadAt = await sent.attemptUntilDead();
    await wakeJobs(sent.delivery);
    const job = await sent.read();
    expect(job.status).toBe('KO');

    expect(await redeliver(sent.ctx, sent.delivery)).toMatchObject({ status: 'pending', completedAt: null });
    await sent.attempt(deadAt);
    const { nextAttemptAt, ...row } = await sent.row();
    expect(row).toMatchObject({ status: 'pending', attempts: 11, scheduledAttempts: 1 });
    expect(secondsBetween(deadAt, nextAttemptAt)).toBeLessThan(6);
    receiver.answer({ status: 200 });
    await sent.attempt(nextAttemptAt ?? undefined);
    expect((await sent.row()).status).toBe('delivered');
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([sent.delivery]),
    );
    expect(receiver.requests.at(-1)?.body).toEqual(receiver.requests[0]?.body);
    expect(await sent.log()).toHaveLength(12);
    // The job has failed: that somebody was told later does not change it.
    await wakeJobs(sent.delivery);
    expect(await sent.read()).toEqual(job);
  });

  test('has the same id after it was delivered', async () => {
    const receiver = await newReceiver();
    const sent = await newDelivery(receiver.url);
    await sent.attempt();
    await sent.attempt();
    expect(receiver.requests).toHaveLength(1);
    await redeliver(sent.ctx, sent.delivery);
    await sent.attempt();
    expect(receiver.requests.map(({ json }) => json.id)).toEqual([sent.delivery, sent.delivery]);
    expect(await sent.row()).toMatchObject({ status: 'delivered', attempts: 2 });
  });

  test('is tried now when it was waiting for a later attempt', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 503, headers: { 'retry-after': '3600' } }, { status: 200 });
    const sent = await newDelivery(receiver.url);
    await sent.attempt();
    await redeliver(sent.ctx, sent.delivery);
    await sent.attempt();
    await wakeJobs(sent.delivery);
    expect((await sent.read()).status).toBe('OK');
  });

  test('is refused during an attempt, until that has ended', async () => {
    const receiver = await newReceiver();
    const held = receiver.hold();
    const sent = await newDelivery(receiver.url);
    const attempt = sent.attempt();
    await held.arrived;
    await expect(redeliver(sent.ctx, sent.delivery)).rejects.toMatchObject({
      key: 'conflict',
      code: 'under-way',
      retryAfterSeconds: expect.any(Number),
    });
    held.release({ status: 500 });
    await attempt;
    await redeliver(sent.ctx, sent.delivery);
    await sent.attempt();
    expect(receiver.requests).toHaveLength(2);
  });

  test('goes to its endpoint’s new URL', async () => {
    const [old, present] = [await newReceiver(), await newReceiver()];
    old.answer({ status: 410 });
    const ctx = await newWorkspace();
    const endpoint = await createEndpoint(ctx, EndpointInput.parse({ url: old.url, events: ['job.failed'] }));
    await database().transaction((tx) => publishEvent(tx, ctx, 'job.failed', {}));
    const [{ id } = { id: '' }] = await deliveriesOf(ctx);
    await handleOf(ctx, id).attempt();
    await changeEndpoint(ctx, endpoint.id, { url: present.url });
    expect(await redeliver(ctx, id)).toMatchObject({ status: 'pending', url: present.url });
    await handleOf(ctx, id).attempt();
    expect([old.requests.length, present.requests.length]).toEqual([1, 1]);
    expect(present.requests[0]?.body).toEqual(old.requests[0]?.body);
  });

  test('goes nowhere after its endpoint was removed', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const input = EndpointInput.parse({ url: receiver.url, events: ['job.failed'] });
    const endpoint = await createEndpoint(ctx, input);
    await database().transaction((tx) => publishEvent(tx, ctx, 'job.failed', {}));
    const [{ id = '' } = {}] = await deliveriesOf(ctx);
    await handleOf(ctx, id).attempt();
    await removeEndpoint(ctx, endpoint.id);
    await expect(redeliver(ctx, id)).rejects.toMatchObject({ key: 'conflict' });
    expect(receiver.requests).toHaveLength(1);
  });

  test('is out of reach of another workspace', async () => {
    const receiver = await newReceiver();
    const sent = await newDelivery(receiver.url);
    await expect(redeliver(await newWorkspace(), sent.delivery)).rejects.toMatchObject({ key: 'not-found' });
  });
});

onDatabase('the messages of a span of time', () => {
  /** A message that was given up, of a time. */
  async function newDead(url: string, createdAt: Date, ctx?: Context) {
    const sent = await newDelivery(url, ctx ? { ctx } : {});
    await sent.attempt();
    await database()
      .update(webhookDeliveries)
      .set({ createdAt })
      .where(eq(webhookDeliveries.id, sent.delivery));
    return sent;
  }

  test('are sent again if they were given up, and not if delivered, of another time or of another workspace', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 410 });
    const ctx = await newWorkspace();
    const noon = new Date('2026-11-21T12:00:00Z');
    const early = await newDead(receiver.url, after(noon, -1), ctx);
    const first = await newDead(receiver.url, noon, ctx);
    const last = await newDead(receiver.url, after(noon, 3_599), ctx);
    const late = await newDead(receiver.url, after(noon, 3_600), ctx);
    const foreign = await newDead(receiver.url, noon);
    receiver.answer({ status: 200 });
    const taken = await newDead(receiver.url, noon, ctx);

    expect(await redeliverMissed(ctx, { since: noon, until: after(noon, 3_600) })).toBe(2);
    const all = [early, first, last, late, foreign, taken];
    for (const each of all) await each.attempt();
    const statuses = await Promise.all(all.map(async (each) => (await each.row()).status));
    expect(statuses).toEqual(['dead', 'delivered', 'delivered', 'dead', 'dead', 'delivered']);
    expect(receiver.requests).toHaveLength(6 + 2);
    expect(await redeliverMissed(ctx, { since: noon, until: after(noon, 3_600) })).toBe(0);
    expect(await redeliverMissed(ctx, { since: noon })).toBe(1);
  });

  test('are sent now if they wait after an outage, with those that were given up', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const noon = new Date('2026-11-21T12:00:00Z');
    const hour = { since: noon, until: after(noon, 3_600) };
    receiver.answer({ status: 410 });
    const dead = await newDead(receiver.url, noon, ctx);
    receiver.answer({ status: 503 });
    const waiting = await newDead(receiver.url, after(noon, 60), ctx);
    expect((await waiting.row()).nextAttemptAt?.getTime()).toBeGreaterThan(Date.now());
    const statuses = ['pending', 'dead'] as const;
    const missed = { ...hour, statuses: [...statuses], limit: 10 };
    expect(await listResendable(ctx, missed)).toEqual([dead.delivery, waiting.delivery]);
    expect(await countResendable(ctx, { ...missed, event: 'supplier.created' })).toBe(2);
    expect(await countResendable(ctx, { ...missed, event: 'another' })).toBe(0);

    receiver.answer({ status: 200 });
    expect(await redeliverMissed(ctx, hour)).toBe(2);
    // Sent off, and not again before that has come to something.
    expect(await redeliverMissed(ctx, hour)).toBe(0);
    for (const each of [dead, waiting]) await each.attempt();
    expect([(await dead.row()).status, (await waiting.row()).status]).toEqual(['delivered', 'delivered']);
  });

  test('can be limited to one endpoint, and not sent to a removed one', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 410 });
    const ctx = await newWorkspace();
    const newEndpoint = (path: string) =>
      createEndpoint(ctx, EndpointInput.parse({ url: receiver.url + path, events: ['job.failed'] }));
    const one = await newEndpoint('/one');
    await newEndpoint('/other');
    await database().transaction((tx) => publishEvent(tx, ctx, 'job.failed', {}));
    const since = new Date(0);
    for (const { id } of await deliveriesOf(ctx)) await handleOf(ctx, id).attempt();
    expect(await redeliverMissed(ctx, { since, endpoints: [one.id] })).toBe(1);
    for (const { id } of await deliveriesOf(ctx)) await handleOf(ctx, id).attempt();
    await removeEndpoint(ctx, one.id);
    expect(await redeliverMissed(ctx, { since })).toBe(1);
  });

  test('are replayed with delivered ones, the oldest first, except those under way or cancelled', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const noon = new Date('2026-11-21T12:00:00Z');
    receiver.answer({ status: 410 });
    const dead = await newDead(receiver.url, after(noon, 60), ctx);
    receiver.answer({ status: 200 });
    const arrived = await newDead(receiver.url, noon, ctx);
    const late = await newDead(receiver.url, after(noon, 3_600), ctx);
    const waiting = await newDead(receiver.url, noon, ctx);
    await redeliver(ctx, waiting.delivery);
    const cancelled = await newDead(receiver.url, noon, ctx);
    await database()
      .update(webhookDeliveries)
      .set({ status: 'cancelled' })
      .where(eq(webhookDeliveries.id, cancelled.delivery));

    const hour = { since: noon, until: after(noon, 3_600), limit: 10 };
    const both = ['dead', 'delivered'] as const;
    expect(await listResendable(ctx, { ...hour, statuses: [...both] })).toEqual([
      arrived.delivery,
      dead.delivery,
    ]);
    expect(await listResendable(ctx, { ...hour, statuses: ['dead'] })).toEqual([dead.delivery]);
    expect(await countResendable(ctx, { ...hour, statuses: [...both] })).toBe(2);
    const open = { since: noon, statuses: [...both], limit: 2 };
    expect(await countResendable(ctx, open)).toBe(2);
    expect(await countResendable(await newWorkspace(), open)).toBe(0);
    expect(await listResendable(ctx, open)).toEqual([arrived.delivery, dead.delivery]);
    expect(await listResendable(ctx, { ...open, limit: 9 })).toContain(late.delivery);
  });
});
