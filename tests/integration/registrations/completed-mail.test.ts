import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { mailCompleted } from '#lib/registrations/completed-mail.ts';
import { endRegistrations } from '#lib/registrations/end.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { handOver } from '#lib/registrations/links/hand-over.ts';
import { overdueCompletedMails } from '#lib/registrations/overdue-mails.ts';
import { checkPointsOfSale } from '#lib/registrations/points-of-sale/check.ts';
import { supplierOf } from '#tests/support/certified.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newLiveSupplier } from '#tests/support/live-supplier.ts';
import { readMail } from '#tests/support/mail-server.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'alta-completed-'));
process.env.DATA_DIR = dataDir;
process.env.SMTP_URL = '';
afterAll(() => rmSync(dataDir, { recursive: true }));

const simulator = await simulatorOfWorker();
const minuteMs = 60_000;

onDatabase('who is registered', () => {
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
    const received: ReturnType<typeof readMail>[] = [];
    return {
      id,
      /** The files are taken away: the same mail made again would replace its own. */
      async mail() {
        await mailCompleted({ registrationId: id });
        const folder = join(dataDir, 'mail');
        const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(id)) : [];
        for (const name of names) {
          received.push(readMail(readFileSync(join(folder, name))));
          rmSync(join(folder, name));
        }
      },
      mails: () => received,
    };
  }

  const subjectsOf = (mails: ReturnType<typeof readMail>[]) =>
    mails.map(({ headers }) => headers.get('subject') ?? '').toSorted();

  const overdueOf = async (ctx: Context, minutes: number) =>
    (await overdueCompletedMails(new Date(Date.now() + minutes * minuteMs))).filter(
      ({ lane }) => lane.workspaceId === ctx.workspace.id,
    );

  test('is told so once, in the sandbox as such', async () => {
    const { mail, mails, entryId } = await sandbox();
    await mail();
    await mail();
    expect(subjectsOf(mails())).toEqual([expect.stringMatching(/^Listo.*PRUEBAS/)]);
    expect(mails()[0]?.headers.get('to')).toBe('ana@tornillo.example');
    expect(mails()[0]?.text).toContain('/reg/');
    expect(await registrationOf(entryId)).toMatchObject({
      completedMailedAt: expect.any(Date),
      readyMailedAt: expect.any(Date),
    });
  });

  test('in live without a point of sale is told what is missing, and once more when it is there', async () => {
    const { mail, mails, add, ctx, entryId, id } = await live();
    await mail();
    await mail();
    expect(subjectsOf(mails())).toEqual([expect.stringContaining('punto de venta')]);
    expect(mails()[0]?.text).toContain('3 días hábiles');
    await add(4);
    await checkPointsOfSale(ctx, entryId);
    await database().execute(`delete from pgboss.job where data ->> 'registrationId' = '${id}'`);
    expect(await overdueOf(ctx, 1)).toMatchObject([{ payload: { registrationId: id } }]);
    await mail();
    await mail();
    expect(subjectsOf(mails())).toEqual([
      expect.stringMatching(/^Falta un paso/),
      expect.stringMatching(/^Ya se puede facturar/),
    ]);
    expect(await overdueOf(ctx, 10)).toEqual([]);
  });

  test('in live with a point of sale by then has one mail', async () => {
    const { mail, mails, add, ctx, entryId } = await live();
    await add(4);
    await checkPointsOfSale(ctx, entryId);
    await mail();
    await mail();
    expect(subjectsOf(mails())).toEqual([expect.stringMatching(/^Listo/)]);
  });

  test('is told so with whom they handed it over to, each with a link of their own', async () => {
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

  test('is not written to after being unregistered', async () => {
    const { mail, mails, ctx, entryId } = await sandbox();
    await database().transaction((tx) => endRegistrations(tx, ctx, entryId, new Date()));
    await mail();
    expect(mails()).toEqual([]);
  });

  test('is written to though the entry of the queue is lost, and not of what was completed long before', async () => {
    const { ctx, id, entryId } = await sandbox();
    await database().execute(`delete from pgboss.job where data ->> 'registrationId' = '${id}'`);
    expect(await overdueOf(ctx, 10)).toMatchObject([{ payload: { registrationId: id } }]);
    await database()
      .update(registrations)
      .set({ completedAt: new Date(Date.now() - 10 * 24 * 60 * minuteMs) })
      .where(eq(registrations.entryId, entryId));
    expect(await overdueOf(ctx, 10)).toEqual([]);
  });
});
