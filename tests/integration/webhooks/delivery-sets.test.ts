// @module-tag slow
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { database } from '#lib/database/client.ts';
import { webhookAttempts } from '#lib/database/tables/webhooks.ts';
import { deliverWebhooks } from '#lib/webhooks/attempt.ts';
import { crashAt, cutOffAt } from '#tests/support/crash.ts';
import { newDatabase, onDatabase } from '#tests/support/databases.ts';
import { allowReceivers, type Receiver } from '#tests/support/receiver.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { after, newDelivery, newReceiver } from './scene.ts';

allowReceivers();
// Processes are started here.
vi.setConfig({ testTimeout: 180_000 });

/** Longer than an attempt may take: a lease that was taken before this has ended. */
const leaseSeconds = 60;
/** As many as one receiver is sent at a time, of a set. */
const mostAtOnce = 16;

type Sent = Awaited<ReturnType<typeof newDelivery>>;
const newDeliveries = async (
  receiver: Receiver,
  count: number,
  options?: Parameters<typeof newDelivery>[1],
): Promise<Sent[]> => {
  const sent: Sent[] = [];
  while (sent.length < count) sent.push(await newDelivery(receiver.url, options));
  return sent;
};
const deliver = (sent: Sent[], now?: Date) =>
  deliverWebhooks(
    sent.map(({ delivery }) => delivery),
    now && (() => now),
  );
const statuses = async (sent: Sent[]) => {
  const rows = await Promise.all(sent.map((each) => each.row()));
  return rows.map(({ status }) => status);
};
const allOf = (sent: Sent[], status: string) => sent.map(() => status);
const idsOf = ({ requests }: Receiver) => requests.map(({ headers }) => headers['webhook-id']);

onDatabase('messages delivered together', () => {
  test('are each sent once, signed, to several receivers and for several workspaces', async () => {
    const [one, other] = [await newReceiver(), await newReceiver()];
    const sent = [...(await newDeliveries(one, 3)), ...(await newDeliveries(other, 2))];
    await deliver([...sent, ...sent]);
    expect(await statuses(sent)).toEqual(allOf(sent, 'delivered'));
    expect([...idsOf(one), ...idsOf(other)].sort()).toEqual(sent.map(({ delivery }) => delivery).sort());
    for (const each of sent) expect(await each.log()).toMatchObject([{ index: 0, status: 200 }]);
  });

  test('are recorded while one slow receiver has not answered', async () => {
    const [slow, fast] = [await newReceiver(), await newReceiver()];
    const held = slow.hold();
    const late = await newDelivery(slow.url);
    const sent = await newDeliveries(fast, 3);
    const delivering = deliver([late, ...sent]);
    await held.arrived;
    await vi.waitFor(async () => expect(await statuses(sent)).toEqual(allOf(sent, 'delivered')), 20_000);
    expect(await late.row()).toMatchObject({ status: 'pending', attempts: 0 });
    held.release();
    await delivering;
    expect(await late.row()).toMatchObject({ status: 'delivered', attempts: 1, leaseUntil: null });
  });

  test('have separate results: one is retried, one is given up', async () => {
    const [good, bad, gone] = [await newReceiver(), await newReceiver(), await newReceiver()];
    bad.answer({ status: 503 });
    gone.answer({ status: 410 });
    const sent = [await newDelivery(good.url), await newDelivery(bad.url), await newDelivery(gone.url)];
    await deliver(sent);
    expect(await statuses(sent)).toEqual(['delivered', 'pending', 'dead']);
    const [, again] = sent;
    expect((await again?.row())?.nextAttemptAt).toEqual(expect.any(Date));
  });

  test('are delivered although one’s secrets do not open, which is logged', async () => {
    const receiver = await newReceiver();
    const broken = await newDelivery(receiver.url, { config: { bearer_token: 'secret' } });
    await database().execute(
      sql`update webhook_deliveries set headers_sealed = 'v1.moved' where id = ${broken.delivery}`,
    );
    const sent = await newDeliveries(receiver, 2);
    await expect(deliver([broken, ...sent])).rejects.toThrow(/vault/);
    expect(await statuses([broken, ...sent])).toEqual(['pending', 'delivered', 'delivered']);
    expect(idsOf(receiver)).not.toContain(broken.delivery);
  });

  test('are recorded although one can not be, which is logged', async () => {
    const receiver = await newReceiver();
    const sent = await newDeliveries(receiver, 4);
    const [broken, ...others] = sent;
    if (!broken) throw new Error('there is none');
    // As if its first attempt stood in the log already: a second row of that number is refused.
    const attempt = { deliveryId: broken.delivery, index: 0, at: new Date(), durationMs: 1 };
    await database()
      .insert(webhookAttempts)
      .values({ ...attempt, requestHeaders: {} });
    await expect(deliver(sent)).rejects.toThrow();
    expect(await statuses(others)).toEqual(allOf(others, 'delivered'));
    expect(await broken.row()).toMatchObject({ status: 'pending', attempts: 0 });
  });

  test('for one receiver are sent a few at a time, and returned to the queue after a long wait', async () => {
    const receiver = await newReceiver();
    const held = Array.from({ length: mostAtOnce }, () => receiver.hold());
    const sent = await newDeliveries(receiver, mostAtOnce + 3, { ctx: await newWorkspace() });
    const delivering = deliver(sent);
    await Promise.all(held.map(({ arrived }) => arrived));
    const passed = performance.now() + 10_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => passed);
    onTestFinished(() => clock.mockRestore());
    for (const { release } of held) release();
    await delivering;
    clock.mockRestore();
    expect(receiver.requests).toHaveLength(mostAtOnce);
    const arrived = idsOf(receiver);
    const waiting = sent.filter(({ delivery }) => !arrived.includes(delivery));
    expect(waiting).toHaveLength(3);
    for (const each of waiting) {
      expect(await each.row()).toMatchObject({ status: 'pending', attempts: 0, leaseUntil: null });
      // That of the step that wrote it, and the one that it was given back with.
      expect(await queuedFor(each.delivery)).toBe(2);
    }
    await deliver(waiting);
    expect(await statuses(sent)).toEqual(allOf(sent, 'delivered'));
  });
});

const killed = ['before the commit', 'after the commit'] as const;

/** Whatever was recorded: each is delivered and counted once, and what was sent twice has one id. */
async function expectDelivered(sent: Sent[], receiver: Receiver): Promise<void> {
  await deliver(sent, after(new Date(), leaseSeconds));
  expect(await statuses(sent)).toEqual(allOf(sent, 'delivered'));
  for (const each of sent) {
    expect(await each.row()).toMatchObject({ attempts: 1 });
    expect(await each.log()).toHaveLength(1);
  }
  const times = Map.groupBy(idsOf(receiver), (id) => id);
  expect([...times.keys()].sort()).toEqual(sent.map(({ delivery }) => delivery).sort());
  for (const [, requests] of times) expect(requests.length).toBeLessThanOrEqual(2);
}

onDatabase('messages whose process ends before it has recorded the first answers', () => {
  test.each(killed)('%s: are all delivered by the next process', async (when) => {
    const receiver = await newReceiver();
    const sent = await newDeliveries(receiver, 5);
    expect(await cutOffAt(() => deliver(sent), 1, when)).toBe('cut off');
    await expectDelivered(sent, receiver);
  });
});

describe('a process killed before it has recorded the first answers', () => {
  test.each(killed)('%s: all messages are delivered by the next process', async (when) => {
    const receiver = await newReceiver();
    const source = await newDatabase();
    const sent = await withDatabase(source, () => newDeliveries(receiver, 5));
    const deliveries = sent.map(({ delivery }) => delivery);
    expect(await crashAt(source, { deliveries }, 1, when)).toBe('crashed');
    await withDatabase(source, () => expectDelivered(sent, receiver));
  });
});

async function queuedFor(delivery: string): Promise<number> {
  const { rows } = await database().execute<{ count: number }>(sql`
    select count(*)::int as count from pgboss.job
    where name like 'webhook-deliver.%' and data->>'deliveryId' = ${delivery}`);
  return rows[0]?.count ?? 0;
}
