import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { mails as queuedMails } from '#lib/database/tables/mails.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { overdue } from '#lib/queue-repair.ts';
import { checkPointsOfSale } from '#lib/registrations/check-points-of-sale.ts';
import { endRegistrations } from '#lib/registrations/create.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { handOver } from '#lib/registrations/hand-over.ts';
import { composeCompleted } from '#lib/registrations/registration-mails.ts';
import { supplierOf } from '#tests/support/certified.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newLiveSupplier } from '#tests/support/live-supplier.ts';
import { filedMailsAbout, sendMailsAbout } from '#tests/support/queued-mails.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'alta-completed-'));
process.env.DATA_DIR = dataDir;
process.env.SMTP_URL = '';
afterAll(() => rmSync(dataDir, { recursive: true }));

const simulator = await simulatorOfWorker();
const minuteMs = 60_000;

onDatabase('a registered supplier', () => {
  const registrationOf = async (entryId: string) => {
    const [row] = await database().select().from(registrations).where(eq(registrations.entryId, entryId));
    if (!row) throw new Error('there is no registration');
    return row;
  };
  const setAddress = (entryId: string) =>
    database()
      .update(registrations)
      .set({ noticeEmail: 'ana@tornillo.example' })
      .where(eq(registrations.entryId, entryId));

  async function live() {
    const supplier = await newLiveSupplier(simulator);
    await setAddress(supplier.entryId);
    return { ...supplier, ...(await told(supplier.entryId)) };
  }

  async function sandbox() {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    await setAddress(entryId);
    await (await supplierOf(ctx, simulator, entryId)).register();
    return { ctx, entryId, ...(await told(entryId)) };
  }

  async function told(entryId: string) {
    const { id } = await registrationOf(entryId);
    const received: Awaited<ReturnType<typeof filedMailsAbout>> = [];
    return {
      id,
      /** The files are taken away: the same mail made again would replace its own. */
      async mail() {
        await sendMailsAbout(id);
        received.push(...(await filedMailsAbout(dataDir, id)));
        rmSync(join(dataDir, 'mail'), { recursive: true, force: true });
      },
      mails: () => received,
    };
  }

  const subjectsOf = (received: Awaited<ReturnType<typeof filedMailsAbout>>) =>
    received.map(({ headers }) => headers.get('subject') ?? '').toSorted();

  const forgetEntries = (id: string) =>
    database().execute(sql`delete from pgboss.job using mails
      where job.data ->> 'mailId' = mails.id::text and mails.subject = ${id}`);

  const overdueOf = async (ctx: Context, minutes: number) =>
    (await overdue('mail', new Date(Date.now() + minutes * minuteMs))).filter(
      ({ lane }) => lane.workspaceId === ctx.workspace.id,
    );

  test('is mailed once, with a mark in the sandbox', async () => {
    const { mail, mails } = await sandbox();
    await mail();
    await mail();
    expect(subjectsOf(mails())).toEqual([expect.stringMatching(/^Listo.*PRUEBAS/)]);
    expect(mails()[0]?.headers.get('to')).toBe('ana@tornillo.example');
    expect(mails()[0]?.text).toContain('/reg/');
  });

  test('in live without a point of sale is mailed about it, and again once there is one', async () => {
    const { mail, mails, add, ctx, entryId, id } = await live();
    await mail();
    await mail();
    expect(subjectsOf(mails())).toEqual([expect.stringContaining('punto de venta')]);
    expect(mails()[0]?.text).toContain('3 días hábiles');
    await add(4);
    await checkPointsOfSale(ctx, entryId);
    await forgetEntries(id);
    expect(await overdueOf(ctx, 1)).toHaveLength(1);
    await mail();
    await mail();
    expect(subjectsOf(mails())).toEqual([
      expect.stringMatching(/^Falta un paso/),
      expect.stringMatching(/^Ya se puede facturar/),
    ]);
    expect(await overdueOf(ctx, 10)).toEqual([]);
  });

  test('in live with a point of sale is mailed once', async () => {
    const { mail, mails, add, ctx, entryId } = await live();
    await add(4);
    await checkPointsOfSale(ctx, entryId);
    await mail();
    await mail();
    expect(subjectsOf(mails())).toEqual([expect.stringMatching(/^Listo/)]);
  });

  test('is mailed together with the helpers, each with their own link', async () => {
    const { mail, mails, entryId, ctx } = await sandbox();
    const registration = await fetchRegistration(ctx, entryId);
    await handOver(ctx, registration, { name: 'Estudio Paz', email: 'paz@estudio.example' });
    await mail();
    const byReceiver = new Map(mails().map(({ headers, text }) => [headers.get('to'), text]));
    expect([...byReceiver.keys()].toSorted()).toEqual(['ana@tornillo.example', 'paz@estudio.example']);
    const linkIn = (text = '') => /\/reg\/(\w+)/.exec(text)?.[1];
    const links = [...byReceiver.values()].map(linkIn);
    expect(new Set(links).size).toBe(2);
    expect(byReceiver.get('paz@estudio.example')).toContain('te pasaron este trámite');
  });

  test('is not mailed after the registration was ended', async () => {
    const { mail, mails, ctx, entryId } = await sandbox();
    await database().transaction((tx) => endRegistrations(tx, ctx, entryId, new Date()));
    await mail();
    expect(mails()).toEqual([]);
  });

  test('is mailed although the queue entry was lost', async () => {
    const { mail, mails, ctx, id } = await sandbox();
    expect(await overdueOf(ctx, 10)).toEqual([]);
    await forgetEntries(id);
    expect(await overdueOf(ctx, 10)).toHaveLength(1);
    await mail();
    expect(mails()).toHaveLength(1);
    expect(await overdueOf(ctx, 10)).toEqual([]);
  });

  test('in live is mailed about a point of sale that appears while the mail that asks for one is under way', async () => {
    const { mails, mail, add, ctx, entryId, id } = await live();
    const [row] = await database().select().from(queuedMails).where(eq(queuedMails.subject, id));
    if (!row) throw new Error('there is no mail');
    // The worker has composed it, and records it after the point of sale has come.
    const composition = await composeCompleted({ ...row, kind: 'completed', data: {} }, new Date());
    await add(4);
    await checkPointsOfSale(ctx, entryId);
    const outcome = { sentAt: new Date() };
    await database().update(queuedMails).set(outcome).where(eq(queuedMails.id, row.id));
    await database().transaction(async (tx) => {
      if (composition.kind === 'send') await composition.record?.(tx, outcome);
    });
    await mail();
    expect(subjectsOf(mails())).toEqual([expect.stringMatching(/^Ya se puede facturar/)]);
  });
});
