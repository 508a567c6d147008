import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { failingEndpoints, recentAttempts } from '#lib/reports/endpoint-health.ts';
import {
  changeEndpoint,
  createEndpoint,
  EndpointInput,
  fetchEndpoint,
  removeEndpoint,
} from '#lib/webhooks/endpoints.ts';
import { everyEvent, type LifecycleEvent, lifecycleEvents } from '#lib/webhooks/events.ts';
import { sampleSubject } from '#lib/webhooks/messages.ts';
import { publishEvent, type SubjectOf } from '#lib/webhooks/outbox.ts';
import { redeliver } from '#lib/webhooks/redelivery.ts';
import { rotateSecret } from '#lib/webhooks/secrets.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { after, deliveriesOf, handleOf, newDelivery, newReceiver, verified } from './scene.ts';

allowReceivers();

const newEndpoint = (ctx: Context, url: string, events: string[] = [everyEvent]) =>
  createEndpoint(ctx, EndpointInput.parse({ url, events }));

const publish = (ctx: Context, event: LifecycleEvent) =>
  database().transaction((tx) =>
    publishEvent(tx, ctx, event, { data: sampleSubject(event).data } as SubjectOf<LifecycleEvent>),
  );

/** Makes the attempts that are due. */
async function deliverAll(ctx: Context, now = new Date()) {
  for (const { id } of await deliveriesOf(ctx)) await handleOf(ctx, id).attempt(now);
  return (await deliveriesOf(ctx)).map(({ status }) => status);
}

onDatabase('an endpoint', () => {
  test('gets the events that it subscribed to, signed', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const { secret } = await rotateSecret(ctx, { overlapHours: 0 });
    const { id } = await newEndpoint(ctx, receiver.url, ['job.failed', 'registration.created', 'job.failed']);
    expect((await fetchEndpoint(ctx, id)).events).toEqual(['job.failed', 'registration.created']);
    for (const event of lifecycleEvents) await publish(ctx, event);
    expect(await deliverAll(ctx)).toEqual(['delivered', 'delivered']);
    expect(receiver.requests.map(({ json }) => json.event)).toEqual(['registration.created', 'job.failed']);
    const [request] = receiver.requests;
    expect(request && verified(secret, request)).toMatchObject({
      owner_id: ctx.workspace.id,
      data: sampleSubject('registration.created').data,
      args: {},
      faults: [],
    });
  });

  test('with * gets every event, once each', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    await newEndpoint(ctx, receiver.url, [everyEvent, 'job.failed']);
    for (const event of lifecycleEvents) await publish(ctx, event);
    await deliverAll(ctx);
    expect(receiver.requests.map(({ json }) => json.event)).toEqual([...lifecycleEvents]);
    expect(new Set(receiver.requests.map(({ json }) => json.id)).size).toBe(lifecycleEvents.length);
  });

  test('gets an event once, also when several endpoints share its URL', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    await newEndpoint(ctx, receiver.url, ['job.failed']);
    await newEndpoint(ctx, receiver.url);
    await newEndpoint(ctx, `${receiver.url}/other`);
    await publish(ctx, 'job.failed');
    await deliverAll(ctx);
    expect(receiver.requests.map(({ path }) => path).toSorted()).toEqual(['/', '/other']);
  });

  test('counts its failures until its next delivered message, with the newest attempt’s result', async () => {
    const [receiver, other] = [await newReceiver(), await newReceiver()];
    const ctx = await newWorkspace();
    const failing = await newEndpoint(ctx, receiver.url);
    const well = await newEndpoint(ctx, other.url);
    const untried = await newEndpoint(ctx, `${other.url}/untried`, ['registration.created']);
    const ids = [failing.id, well.id, untried.id];
    await publish(ctx, 'job.failed');
    await deliverAll(ctx);
    expect(await failingEndpoints(ctx, ids)).toEqual(new Map());
    const taken = (await deliveriesOf(ctx)).find(({ endpointId }) => endpointId === failing.id);

    receiver.answer({ status: 500 }, { status: 503 });
    for (const event of ['entry.erased', 'link.sent'] as const) {
      await publish(ctx, event);
      await deliverAll(ctx);
    }
    expect(await failingEndpoints(ctx, ids, after(new Date(), 1))).toEqual(
      new Map([
        [
          failing.id,
          {
            lastDeliveredAt: taken?.completedAt,
            missedSince: taken?.createdAt,
            last: { status: 503, failure: null },
            health: expect.objectContaining({ attempts: 3, successes: 1 }),
          },
        ],
      ]),
    );
    expect(await recentAttempts(ctx, ids, after(new Date(), 1))).toEqual(
      new Map([
        [failing.id, { attempts: 3, successes: 1 }],
        [well.id, { attempts: 3, successes: 3 }],
      ]),
    );
    const stranger = await newWorkspace();
    expect(await failingEndpoints(stranger, ids)).toEqual(new Map());
    expect(await recentAttempts(stranger, ids)).toEqual(new Map());

    receiver.answer({ status: 200 });
    await deliverAll(ctx, after(new Date(), 10));
    expect(await failingEndpoints(ctx, ids)).toEqual(new Map());
  });

  test('is one of thirty at most, also when many are created at once', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const made = await Promise.allSettled(
      Array.from({ length: 35 }, (_, at) => newEndpoint(ctx, `${receiver.url}/${at}`)),
    );
    const refused = made.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason : []));
    expect(refused.map(({ key, code }) => [key, code])).toEqual(
      Array(5).fill(['conflict', 'too-many-endpoints']),
    );
    // What can be removed makes room.
    const [first] = made.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
    await removeEndpoint(ctx, first?.id ?? '');
    await newEndpoint(ctx, receiver.url);
  });

  test('gets nothing when it is disabled, or in another workspace', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const { id } = await newEndpoint(ctx, receiver.url);
    await newEndpoint(await newWorkspace(), receiver.url);
    await changeEndpoint(ctx, id, { disabled: true });
    await publish(ctx, 'job.failed');
    expect(await deliverAll(ctx)).toEqual([]);
    await changeEndpoint(ctx, id, { disabled: false });
    await publish(ctx, 'job.failed');
    await deliverAll(ctx);
    expect(receiver.requests).toHaveLength(1);
  });

  test('is disabled by a 410, and its waiting messages are given up', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 500 }, { status: 410 });
    const ctx = await newWorkspace();
    const { id } = await newEndpoint(ctx, receiver.url);
    const other = await newEndpoint(ctx, `${receiver.url}/other`);
    await publish(ctx, 'job.failed');
    await publish(ctx, 'registration.created');
    const own = (await deliveriesOf(ctx)).filter(({ endpointId }) => endpointId === id);
    for (const delivery of own) await handleOf(ctx, delivery.id).attempt();
    expect((await fetchEndpoint(ctx, id)).disabledReason).toBe('gone');
    expect((await fetchEndpoint(ctx, other.id)).disabledAt).toBeNull();
    const told = await deliveriesOf(ctx);
    expect(told.filter(({ endpointId }) => endpointId === id).map(({ status }) => status)).toEqual([
      'dead',
      'dead',
    ]);
    expect(told.filter(({ status }) => status === 'pending')).toHaveLength(2);
    receiver.answer({ status: 200 });
    await deliverAll(ctx, after(new Date(), 3_600));
    expect(receiver.requests.slice(2).map(({ path }) => path)).toEqual(['/other', '/other']);
    const disabled = and(eq(auditLog.subjectId, id), eq(auditLog.action, 'webhook-endpoint.disabled'));
    expect(await database().$count(auditLog, disabled)).toBe(1);

    // Taken up again, it gets what it missed when somebody sends that off.
    await changeEndpoint(ctx, id, { disabled: false });
    expect(await fetchEndpoint(ctx, id)).toMatchObject({ disabledAt: null, disabledReason: null });
    for (const delivery of own) await redeliver(ctx, delivery.id);
    expect(new Set(await deliverAll(ctx))).toEqual(new Set(['delivered']));
  });

  test('is not affected by a step’s 410 from the same URL', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 410 });
    const ctx = await newWorkspace();
    const { id } = await newEndpoint(ctx, receiver.url, ['registration.created']);
    const sent = await newDelivery(receiver.url, { ctx });
    await sent.attempt();
    expect((await sent.row()).status).toBe('dead');
    expect((await fetchEndpoint(ctx, id)).disabledAt).toBeNull();
  });

  test('gets nothing after its removal, and its messages stay in the log', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 200 }, { status: 500 });
    const ctx = await newWorkspace();
    const { id } = await newEndpoint(ctx, receiver.url);
    await publish(ctx, 'registration.created');
    await publish(ctx, 'job.failed');
    expect(await deliverAll(ctx)).toEqual(['delivered', 'pending']);
    await removeEndpoint(ctx, id);
    await publish(ctx, 'job.failed');
    expect(await deliverAll(ctx, after(new Date(), 3_600))).toEqual(['delivered', 'cancelled']);
    expect(receiver.requests).toHaveLength(2);
    await expect(fetchEndpoint(ctx, id)).rejects.toMatchObject({ key: 'not-found' });
  });

  test('can be removed during the publication of an event', async () => {
    // Cause: the message referred to an endpoint that was gone when it was written, and a registration failed.
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const endpoints = await Promise.all(Array.from({ length: 5 }, () => newEndpoint(ctx, receiver.url)));
    await Promise.all([
      ...lifecycleEvents.map((event) => publish(ctx, event)),
      ...endpoints.map(({ id }) => removeEndpoint(ctx, id)),
      ...lifecycleEvents.map((event) => publish(ctx, event)),
    ]);
    expect((await deliveriesOf(ctx)).filter(({ status }) => status !== 'cancelled')).toEqual([]);
  });

  test('gets new messages at its new URL, and waiting ones at the old', async () => {
    const before = await newReceiver();
    const now = await newReceiver();
    const ctx = await newWorkspace();
    const { id } = await newEndpoint(ctx, before.url);
    await publish(ctx, 'registration.created');
    await changeEndpoint(ctx, id, { url: now.url, events: ['job.failed'] });
    await publish(ctx, 'registration.created');
    await publish(ctx, 'job.failed');
    await deliverAll(ctx);
    expect(before.requests.map(({ json }) => json.event)).toEqual(['registration.created']);
    expect(now.requests.map(({ json }) => json.event)).toEqual(['job.failed']);
  });
});
