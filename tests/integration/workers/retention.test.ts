import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { advanceBatch } from '#lib/batches/advance.ts';
import { createBatch, fetchBatch, stopBatch } from '#lib/batches/batches.ts';
import { listBatchRows } from '#lib/batches/rows.ts';
import { database } from '#lib/database/client.ts';
import { idempotentAnswers } from '#lib/database/tables/http.ts';
import { mails } from '#lib/database/tables/mails.ts';
import { registrationLinks } from '#lib/database/tables/registrations.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { intents } from '#lib/database/tables/workflows.ts';
import { page } from '#lib/paging.ts';
import { deleteExpired } from '#lib/retention.ts';
import { fetchStoredTaxpayer, storeTaxpayer } from '#lib/taxpayers.ts';
import { listDeliveries } from '#lib/webhooks/deliveries.ts';
import { startWorkers } from '#lib/workers.ts';
import { advanceJob, wakeJobs } from '#lib/workflows/advance.ts';
import { eventually } from '#tests/support/api-client.ts';
import { onNewDatabase } from '#tests/support/databases.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newRegistered } from '#tests/support/registered.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { deliveriesOf, handleOf, newDelivery, newJobOf, newReceiver, setState } from '../webhooks/scene.ts';

allowReceivers();

const daysFrom = (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000);
const inDays = (days: number) => daysFrom(new Date(), days);

/** A job that has ended, whose webhook was delivered. */
async function newEnded(url: string) {
  const ended = await newDelivery(url);
  await ended.attempt();
  await wakeJobs(ended.delivery);
  return ended;
}

/** A job whose first attempt was answered 503: it waits, and so does its delivery. */
async function newWaiting() {
  const receiver = await newReceiver();
  receiver.answer({ status: 503 }, { status: 200 });
  const waiting = await newDelivery(receiver.url);
  await waiting.attempt();
  await wakeJobs(waiting.delivery);
  return waiting;
}

onNewDatabase('the retention of old data', () => {
  test('removes an ended job’s events, delivery and attempts', async () => {
    const ended = await newEnded((await newReceiver()).url);
    const told = await ended.read();
    expect(told.intents.map(({ events }) => events.length)).toEqual([2, 3, 2]);

    await deleteExpired({ now: inDays(89) });
    expect(await ended.read()).toEqual(told);
    expect(await ended.log()).toHaveLength(1);

    await deleteExpired({ now: inDays(91) });
    expect(await ended.read()).toEqual({
      ...told,
      intents: told.intents.map((intent) => ({ ...intent, events: [] })),
    });
    expect(await deliveriesOf(ended.ctx)).toEqual([]);
  });

  test('keeps work under way, however old, and leaves it intact', async () => {
    const waiting = await newWaiting();
    const told = await waiting.read();
    await deleteExpired({ now: inDays(4_000) });
    expect(await waiting.read()).toEqual(told);
    expect(await waiting.log()).toHaveLength(1);

    const { nextAttemptAt } = await waiting.row();
    await waiting.attempt(nextAttemptAt ?? undefined);
    await deleteExpired({ now: inDays(4_000) });
    // Delivered, but the step has not heard of it: without the row it would send it anew.
    expect(await waiting.row()).toMatchObject({ status: 'delivered' });
    await wakeJobs(waiting.delivery);
    expect(await waiting.read()).toMatchObject({ status: 'OK' });
    await deleteExpired({ now: inDays(4_000) });
    expect(await deliveriesOf(waiting.ctx)).toEqual([]);
  });

  test('counts from a job’s end, also for its first events', async () => {
    const long = await newJobOf(await newWorkspace(), [setState('processing')]);
    await advanceJob(long.job, () => inDays(200));
    await deleteExpired({ now: inDays(289) });
    expect((await long.read()).intents[0]?.events).toHaveLength(2);
    await deleteExpired({ now: inDays(291) });
    expect((await long.read()).intents[0]?.events).toEqual([]);
  });

  test('removes an ended batch’s rows, and keeps the batch and a stopped one’s rows', async () => {
    const ctx = await newWorkspace();
    const newBatch = () =>
      createBatch(ctx, {
        operation: 'create-entry',
        rows: [1, 2].map((row) => ({
          key: randomUUID(),
          data: {
            folder: 'suppliers',
            data: { name: `N ${row}`, tax_id: { country: 'AR', code: newCuit('30') } },
          },
        })),
      });
    const [ended, stopped] = [await newBatch(), await newBatch()];
    await advanceBatch(ended.id);
    await stopBatch(ctx, stopped.id);
    const rowsOf = async ({ id }: { id: string }) => (await listBatchRows(ctx, id, { limit: 9 })).list.length;
    await deleteExpired({ now: inDays(89) });
    expect([await rowsOf(ended), await rowsOf(stopped)]).toEqual([2, 2]);
    await deleteExpired({ now: inDays(91) });
    expect([await rowsOf(ended), await rowsOf(stopped)]).toEqual([0, 2]);
    expect(await fetchBatch(ctx, ended.id)).toMatchObject({ total: 2, done: 2 });
  });

  test('leaves a removed row’s cursor valid', async () => {
    const { ctx } = await newWaiting();
    const [oldest] = await deliveriesOf(ctx);
    const { url } = await newReceiver();
    for (const delivery of [await newDelivery(url, { ctx }), await newDelivery(url, { ctx })]) {
      await delivery.attempt();
      await wakeJobs(delivery.delivery);
    }
    const query = { limit: 2 };
    const first = page(await listDeliveries(ctx, query), query);
    expect(first.list.map(({ status }) => status)).toEqual(['delivered', 'delivered']);
    await deleteExpired({ now: inDays(91) });
    const rest = { ...query, cursor: first.nextCursor };
    expect((await listDeliveries(ctx, rest)).map(({ id }) => id)).toEqual([oldest?.id]);
  });

  test('removes rows in several steps, once, beside another process, and keeps younger rows', async () => {
    const now = new Date('2026-11-20T15:00:00Z');
    const { workspace } = await newWorkspace();
    const answered = (createdAt: Date, count: number) =>
      Array.from({ length: count }, () => ({
        workspaceId: workspace.id,
        route: 'POST /x',
        key: randomUUID(),
        digest: 'x',
        createdAt,
      }));
    // Many of the same instant: a bite may end among them.
    const rows = [...answered(daysFrom(now, -2), 40), ...answered(daysFrom(now, -1.5), 15)];
    await database()
      .insert(idempotentAnswers)
      .values([...rows, ...answered(daysFrom(now, -0.9), 5)]);
    const both = await Promise.all([deleteExpired({ now, most: 10 }), deleteExpired({ now, most: 10 })]);
    expect(both.map(({ answers = 0 }) => answers).reduce((a, b) => a + b)).toBe(55);
    const left = await database().$count(idempotentAnswers, eq(idempotentAnswers.workspaceId, workspace.id));
    expect(left).toBe(5);
  });

  test('passes over kept rows to those to remove', async () => {
    const waiting = [await newWaiting(), await newWaiting()];
    const ended = await newEnded((await newReceiver()).url);
    await deleteExpired({ now: inDays(91), most: 1 });
    expect((await ended.read()).intents.flatMap(({ events }) => events)).toEqual([]);
    for (const { read } of waiting) expect((await read()).intents[1]?.events).toHaveLength(3);
  });

  test('does not wait for a locked row', async () => {
    const ended = await newEnded((await newReceiver()).url);
    await database().transaction(async (tx) => {
      await tx.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, ended.delivery)).for('update');
      await deleteExpired({ now: inDays(91) });
      await tx
        .update(webhookDeliveries)
        .set({ status: 'pending', completedAt: null })
        .where(eq(webhookDeliveries.id, ended.delivery));
    });
    await deleteExpired({ now: inDays(91) });
    expect(await handleOf(ended.ctx, ended.delivery).row()).toMatchObject({ status: 'pending' });
  });

  test('removes mails that were sent or came back', async () => {
    const ctx = await newWorkspace();
    await newRegistration(ctx);
    const [link] = await database()
      .select()
      .from(registrationLinks)
      .where(eq(registrationLinks.workspaceId, ctx.workspace.id));
    const at = new Date();
    const mail = (to: string, createdAt: Date, more = {}) => ({
      ...{ id: uuidv7(), workspaceId: ctx.workspace.id, kind: 'asked' as const, subject: link?.id ?? '' },
      ...{ to, createdAt, ...more },
    });
    const ofAccount = { ...mail('', at, { sentAt: at }), workspaceId: null, kind: 'account' as const };
    await database()
      .insert(mails)
      .values([
        mail('sent', at, { sentAt: at }),
        mail('came-back', at, { refusedAt: at, reason: 'nobody' }),
        ofAccount,
        mail('waits', at),
        mail('younger', daysFrom(at, 10), { sentAt: at }),
      ]);
    await deleteExpired({ now: daysFrom(at, 366) });
    const left = await database().select().from(mails);
    const ours = left.filter(
      ({ workspaceId, id }) => workspaceId === ctx.workspace.id || id === ofAccount.id,
    );
    expect(ours.map(({ to }) => to).toSorted()).toEqual(['waits', 'younger']);
  });

  test('keeps the mail that a step still waits for, however old', async () => {
    const waiting = await newWaiting();
    const at = new Date();
    const mail = { id: uuidv7(), workspaceId: waiting.ctx.workspace.id, createdAt: at, sentAt: at };
    const data = { sender: 'supplier', link: false, by: 'workflow' } as const;
    await database()
      .insert(mails)
      .values({ ...mail, kind: 'invoice', subject: waiting.entry, to: 'ana@example.com', data });
    const isWaiting = eq(intents.ref, waiting.delivery);
    await database().update(intents).set({ ref: mail.id }).where(isWaiting);
    const isThere = () => database().$count(mails, eq(mails.id, mail.id));
    await deleteExpired({ now: daysFrom(at, 400) });
    expect(await isThere()).toBe(1);
    await database().update(intents).set({ completed: true }).where(eq(intents.ref, mail.id));
    await deleteExpired({ now: daysFrom(at, 400) });
    expect(await isThere()).toBe(0);
  });

  test('removes a register reading after a month', async () => {
    const ctx = await newWorkspace();
    const [old, young] = [newCuit('30'), newCuit('30')];
    const readAt = new Date();
    await storeTaxpayer(ctx, old, { taxpayer: undefined, readAt });
    await storeTaxpayer(ctx, young, { taxpayer: undefined, readAt: daysFrom(readAt, 1) });
    await deleteExpired({ now: daysFrom(readAt, 30.5) });
    expect(await fetchStoredTaxpayer(ctx, old)).toBeUndefined();
    expect(await fetchStoredTaxpayer(ctx, young)).toBeDefined();
  });

  test('removes nothing else: entries, registrations, certificates and jobs stay for a hundred years', async () => {
    await newRegistered(await newWorkspace(), { notAfter: inDays(365) });
    await newEnded((await newReceiver()).url);
    const removable = ['idempotent_answers', 'intent_events', 'mails', 'sessions', 'taxpayers'];
    removable.push('audit_log', 'verifications', 'webhook_attempts', 'webhook_deliveries');
    const counts = async () => {
      const { rows } = await database().execute<{ name: string; rows: number }>(sql`
        select table_name as name, (xpath('/row/c/text()', query_to_xml(
          format('select count(*) as c from %I', table_name), false, true, '')))[1]::text::int as rows
        from information_schema.tables where table_schema = 'public' order by 1`);
      return rows.filter(({ name }) => !removable.includes(name));
    };
    const before = await counts();
    expect(before).toContainEqual({ name: 'registrations', rows: expect.any(Number) });
    await deleteExpired({ now: inDays(36_500) });
    expect(await counts()).toEqual(before);
  });

  test('is run by a process’s workers', async () => {
    const ended = await newEnded((await newReceiver()).url);
    const old = inDays(-100);
    await database().update(webhookDeliveries).set({ completedAt: old });
    const stop = await startWorkers();
    onTestFinished(stop);
    await eventually(
      () => deliveriesOf(ended.ctx),
      (left) => left.length === 0,
    );
  });
});
