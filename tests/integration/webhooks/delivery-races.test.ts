// @module-tag slow
import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { database, type Transaction } from '#lib/database/client.ts';
import { deliverWebhook } from '#lib/webhooks/attempt.ts';
import { advanceJob, wakeJobs } from '#lib/workflows/advance.ts';
import { putJob } from '#lib/workflows/jobs.ts';
import { crashAt, cutOffAt, workElsewhere } from '#tests/support/crash.ts';
import { newDatabase, onDatabase } from '#tests/support/databases.ts';
import { allowReceivers, type Receiver } from '#tests/support/receiver.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { after, deliveriesOf, newDelivery, newReceiver, newSignedDelivery, newWebhookJob } from './scene.ts';

allowReceivers();
// Processes are started here.
vi.setConfig({ testTimeout: 180_000 });

/** Longer than an attempt may take: a lease that was taken before this has ended. */
const leaseSeconds = 60;

onDatabase('a message', () => {
  test('is sent once by several attempts at once', async () => {
    const receiver = await newReceiver();
    const held = receiver.hold();
    const sent = await newDelivery(receiver.url);
    const attempts = Promise.all([sent.attempt(), sent.attempt(), sent.attempt()]);
    await held.arrived;
    await Promise.all([sent.attempt(), sent.attempt()]);
    held.release();
    await attempts;
    expect(receiver.requests).toHaveLength(1);
    expect(await sent.row()).toMatchObject({ status: 'delivered', attempts: 1, leaseUntil: null });
    expect(await sent.log()).toHaveLength(1);
  });

  test('of a dead process is sent by another once the lease has ended, and counted once', async () => {
    const receiver = await newReceiver();
    const held = receiver.hold();
    const sent = await newDelivery(receiver.url);
    const lost = sent.attempt();
    await held.arrived;
    const later = after(new Date(), leaseSeconds);
    await sent.attempt(later);
    expect(receiver.requests).toHaveLength(2);
    // It was only slow. What it brings is about an attempt that was given up.
    held.release({ status: 500 });
    await lost;
    expect(await sent.row()).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(await sent.log()).toMatchObject([{ status: 200 }]);
  });

  test('of a slow process is left to the process that took over', async () => {
    const receiver = await newReceiver();
    const first = receiver.hold();
    const second = receiver.hold();
    const sent = await newDelivery(receiver.url);
    const slow = sent.attempt();
    await first.arrived;
    const takenOver = sent.attempt(after(new Date(), leaseSeconds));
    await second.arrived;
    first.release({ status: 410 });
    await slow;
    expect(await sent.row()).toMatchObject({ status: 'pending', attempts: 0 });
    expect(await sent.log()).toEqual([]);
    second.release({ status: 200 });
    await takenOver;
    expect(await sent.row()).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  test('is not sent when its step fails to commit, and sent once when it commits', async () => {
    const receiver = await newReceiver();
    const { ctx, job, read } = await newWebhookJob(receiver.url);
    const transaction = database().transaction.bind(database());
    const broken = vi.spyOn(database(), 'transaction').mockImplementation(((
      write: (tx: Transaction) => Promise<unknown>,
    ) =>
      transaction(async (tx) => {
        const result = await write(tx);
        const written = await deliveriesOf(ctx, { tx: tx });
        if (written.length > 0) throw new Error('the connection broke');
        return result;
      })) as typeof transaction);
    await advanceJob(job);
    broken.mockRestore();
    expect(await deliveriesOf(ctx)).toEqual([]);
    expect(await queuedDeliveries(ctx.workspace.id)).toBe(0);
    expect(await read()).toMatchObject({ status: 'ERR', waiting: { code: 'step-failed' } });

    await advanceJob(job);
    const written = await deliveriesOf(ctx);
    expect(written).toHaveLength(1);
    expect(await queuedDeliveries(ctx.workspace.id)).toBe(1);
    for (const { id } of written) await deliverWebhook(id);
    for (const { id } of written) await wakeJobs(id);
    expect(receiver.requests).toHaveLength(1);
    expect((await read()).status).toBe('OK');
  });

  test('is written once by a step that many workers advance at once', async () => {
    const receiver = await newReceiver();
    const { ctx, job } = await newWebhookJob(receiver.url);
    await Promise.all(Array.from({ length: 8 }, () => advanceJob(job)));
    expect(await deliveriesOf(ctx)).toHaveLength(1);
  });

  test('of a cancelled job is not sent', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 500 });
    const sent = await newDelivery(receiver.url);
    const tried = await newDelivery(receiver.url);
    await tried.attempt();
    for (const each of [sent, tried]) {
      await putJob(each.ctx, each.job, { workflowId: each.workflow, entryId: each.entry, cancel: true });
      await each.attempt(after(new Date(), 3_600));
      expect(await each.row()).toMatchObject({ status: 'cancelled', nextAttemptAt: null });
    }
    expect(receiver.requests).toHaveLength(1);
  });

  test('under way stays cancelled after its job’s cancellation, and the log has its attempt', async () => {
    const receiver = await newReceiver();
    const held = receiver.hold();
    const sent = await newDelivery(receiver.url);
    const attempt = sent.attempt();
    await held.arrived;
    await putJob(sent.ctx, sent.job, {
      workflowId: sent.workflow,
      entryId: sent.entry,
      cancel: true,
    });
    held.release({ status: 500 });
    await attempt;
    expect(await sent.row()).toMatchObject({ status: 'cancelled', attempts: 1, nextAttemptAt: null });
    expect(await sent.log()).toMatchObject([{ status: 500 }]);
    await sent.attempt(after(new Date(), 3_600));
    expect(receiver.requests).toHaveLength(1);
  });
});

const killed = [
  ['before the commit', 2],
  ['after the commit', 1],
] as const;

onDatabase('an attempt whose process ends before it has recorded the answer', () => {
  test.each(killed)('%s: the receiver has %i requests, of one id', async (when, requests) => {
    const receiver = await newReceiver();
    const sent = await newSignedDelivery(receiver.url);
    expect(await cutOffAt(() => sent.attempt(), 1, when)).toBe('cut off');
    expect(receiver.requests).toHaveLength(1);
    await expectDeliveredOnce(sent, receiver, requests);
  });
});

describe('a process killed before it has recorded the answer', () => {
  test.each(killed)('%s: the receiver has %i requests, of one id', async (when, requests) => {
    const receiver = await newReceiver();
    const source = await newDatabase();
    const sent = await withDatabase(source, () => newSignedDelivery(receiver.url));
    expect(await crashAt(source, { deliveries: [sent.delivery] }, 1, when)).toBe('crashed');
    expect(receiver.requests).toHaveLength(1);
    await withDatabase(source, () => expectDeliveredOnce(sent, receiver, requests));
  });
});

async function expectDeliveredOnce(
  sent: Awaited<ReturnType<typeof newDelivery>>,
  receiver: Receiver,
  requests: number,
): Promise<void> {
  await sent.attempt(after(new Date(), leaseSeconds));
  await wakeJobs(sent.delivery);
  expect(await sent.row()).toMatchObject({ status: 'delivered', attempts: 1 });
  expect(await sent.log()).toHaveLength(1);
  expect((await sent.read()).status).toBe('OK');
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(
    Array.from({ length: requests }, () => sent.delivery),
  );
}

describe('two processes on PostgreSQL', () => {
  test('send a message once', async () => {
    const receiver = await newReceiver();
    const held = receiver.hold();
    const source = await newDatabase();
    await withDatabase(source, async () => {
      const sent = await newDelivery(receiver.url);
      const elsewhere = workElsewhere(source, { deliveries: [sent.delivery] });
      await held.arrived;
      await sent.attempt();
      held.release();
      expect(await elsewhere).toBe('finished');
      expect(receiver.requests).toHaveLength(1);
      expect(await sent.row()).toMatchObject({ status: 'delivered', attempts: 1 });
    });
  });
});

async function queuedDeliveries(workspaceId: string): Promise<number> {
  const { rows } = await database().execute<{ count: number }>(
    sql`select count(*)::int as count from pgboss.job q join webhook_deliveries d
        on q.data->>'deliveryId' = d.id::text
        where q.name like 'webhook-deliver.%' and d.workspace_id = ${workspaceId}`,
  );
  return rows[0]?.count ?? 0;
}
