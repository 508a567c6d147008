import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { connectApp } from '#lib/accounts/apps.ts';
import { database } from '#lib/database/client.ts';
import { mails } from '#lib/database/tables/mails.ts';
import { registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { linkLimits } from '#lib/limits.ts';
import { changeAppSettings } from '#lib/registrations/app-settings.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { answerQuestions, chooseLocale } from '#lib/registrations/guidance.ts';
import { extendLink, revokeLinkOf } from '#lib/registrations/link.ts';
import { confirmDetails, noteProgress } from '#lib/registrations/registration.ts';
import { mailEntryLink } from '#lib/registrations/registration-mails.ts';
import { findNextReminder, remindStalled, remindSupplier } from '#lib/registrations/reminders.ts';
import { entryActivity } from '#lib/reports/activity.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { dayMs, deliver, keepMailsInFiles, newAddress, newSupplierHere } from './link-mails.ts';

keepMailsInFiles();

type Here = Awaited<ReturnType<typeof newSupplierHere>>;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
const remindersTo = async ({ operator }: Here) => {
  const own = eq(mails.workspaceId, operator.workspace.id);
  const rows = await database().select().from(mails).where(own);
  return rows.filter(({ kind }) => kind === 'reminder').map(({ to }) => to);
};

/** A supplier who has an address and stands still, in a workspace that reminds. */
async function standingStill(reminderDays = [2, 7, 14]) {
  const here = await newSupplierHere();
  await changeAppSettings(here.operator, 'gov-ar', { reminderDays });
  const email = newAddress();
  await confirmDetails(here.ctx, here.registration, { name: 'Ferretería El Tornillo', email });
  return { ...here, email };
}

onDatabase('an operator’s reminder', () => {
  test('goes to the supplier’s address, in the link’s language, and is in the activity', async () => {
    const here = await newSupplierHere();
    const email = newAddress();
    await mailEntryLink(here.operator, here.entryId, { to: newAddress() });
    await confirmDetails(here.ctx, here.registration, { name: 'Premio en estafa.example', email });
    await chooseLocale(here.ctx, here.registration, 'en');
    await changeAppSettings(here.operator, 'gov-ar', {
      mail: { reminder: { en: 'We need it to pay you.' } },
    });
    expect(await remindSupplier(here.operator, here.entryId)).toEqual({ address: email });
    const mail = (await deliver(here)).find(({ headers }) => headers.get('to') === email);
    expect(mail?.headers.get('subject')).toContain('Facturas del Sur');
    expect(mail?.text).toMatch(/you have not begun yet/);
    expect(mail?.text).toContain('We need it to pay you.');
    expect(mail?.text).toContain(`/reg/${here.ref}`);
    expect(`${mail?.headers.get('subject')} ${mail?.text} ${mail?.html}`).not.toContain('estafa');
    const { list } = await entryActivity(here.operator, here.entryId, { limit: 10 });
    expect(list.find(({ action }) => action === 'link.reminded')).toMatchObject({
      actor: { kind: 'operator' },
    });
    expect(list.filter(({ detail }) => detail.kind === 'reminder').map(({ action }) => action)).toEqual([
      'link.sent',
    ]);
    expect(JSON.stringify(list)).not.toContain(email);
  });

  test('goes to the link’s last address, or else to the document’s', async () => {
    const here = await newSupplierHere();
    const remind = () => remindSupplier(here.operator, here.entryId);
    await expect(remind()).rejects.toMatchObject({ key: 'conflict', code: 'no-address' });
    const [noted, to] = [newAddress(), newAddress()];
    await database()
      .update(entries)
      .set({ doc: sql`${entries.doc} || ${JSON.stringify({ emails: [{ addr: noted }] })}::jsonb` })
      .where(eq(entries.id, here.entryId));
    // Nobody is written to there unasked: how the link was sent is not known.
    await remindStalled(inDays(30));
    expect(await remindersTo(here)).toEqual([]);
    expect(await remind()).toEqual({ address: noted });
    await mailEntryLink(here.operator, here.entryId, { to });
    expect(await remind()).toEqual({ address: to });
  });

  test('is refused for an expired, revoked, complete or foreign registration', async () => {
    const here = await standingStill();
    const remind = () => remindSupplier(here.operator, here.entryId);
    const ofLink = eq(registrationLinks.workspaceId, here.operator.workspace.id);
    await database()
      .update(registrationLinks)
      .set({ expiresAt: inDays(-1) })
      .where(ofLink);
    await expect(remind()).rejects.toMatchObject({ code: 'link-expired' });
    await extendLink(here.operator, here.entryId);
    await expect(remindSupplier(await newWorkspace(), here.entryId)).rejects.toMatchObject({
      key: 'not-found',
    });
    await revokeLinkOf(here.operator, here.entryId);
    await expect(remind()).rejects.toMatchObject({ code: 'link-revoked' });
    const own = eq(registrations.id, here.registration.id);
    await database().update(registrations).set({ completedAt: new Date() }).where(own);
    await expect(remind()).rejects.toMatchObject({ code: 'completed' });
    expect(await remindersTo(here)).toEqual([]);
  });

  test('counts toward the daily limit of mails', async () => {
    const here = await standingStill();
    const remind = (now?: Date) => remindSupplier(here.operator, here.entryId, now);
    for (let sent = 0; sent < linkLimits.dailyMailsPerLink; sent++) await remind();
    await expect(remind()).rejects.toMatchObject({ key: 'rate-limited', code: 'too-many-mails' });
    await expect(remind(inDays(1.1))).resolves.toBeDefined();
  });
});

onDatabase('automatic reminders', () => {
  test('go out after 2, 7 and 14 days, once each, from any number of processes', async () => {
    const here = await standingStill();
    const counts: number[] = [];
    for (const days of [1, 1.9, 2.02, 2.1, 7.02, 10, 14.02, 15, 30]) {
      await Promise.all([1, 2, 3].map(() => remindStalled(inDays(days))));
      counts.push((await remindersTo(here)).length);
    }
    expect(counts).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 3]);
    expect(new Set(await remindersTo(here))).toEqual(new Set([here.email]));
    const { list } = await entryActivity(here.operator, here.entryId, { limit: 5 });
    expect(list.find(({ action }) => action === 'link.reminded')?.actor).toEqual({ kind: 'engine' });
  });

  test('start again after each step', async () => {
    const here = await standingStill();
    await remindStalled(inDays(1));
    await remindStalled(inDays(2.02));
    await noteProgress(here.ctx, here.registration, 'requestDownloadedAt', inDays(6));
    for (const days of [7.02, 7.5]) await remindStalled(inDays(days));
    expect(await remindersTo(here)).toHaveLength(1);
    await remindStalled(inDays(8.02));
    expect(await remindersTo(here)).toHaveLength(2);
  });

  test('wait while a CUIT is reported as wrong, until the account holder has changed the name', async () => {
    const here = await standingStill();
    const { supplier } = await fetchRegistration(here.operator, here.entryId);
    const cuitAnswer = {
      answer: 'wrong',
      ...supplier,
      nameAtAuthority: 'OTRA S.A.',
      at: new Date().toISOString(),
    } as const;
    await database().update(registrations).set({ cuitAnswer }).where(eq(registrations.entryId, here.entryId));
    await remindStalled(inDays(2.02));
    expect(await remindersTo(here)).toEqual([]);
    await database()
      .update(entries)
      .set({ doc: sql`${entries.doc} || '{"name": "Otra S.A."}'::jsonb` })
      .where(eq(entries.id, here.entryId));
    await remindStalled(inDays(7.02));
    expect(await remindersTo(here)).toEqual([here.email]);
  });

  test.each([
    ['completed', { completedAt: new Date() }],
    ['ended', { revokedAt: new Date() }],
    ['being asked of the authority', { proofStatus: 'retrying' as const }],
  ])('do not go out while the registration is %s', async (_what, set) => {
    const here = await standingStill();
    await database().update(registrations).set(set).where(eq(registrations.id, here.registration.id));
    for (const days of [1, 2.02]) await remindStalled(inDays(days));
    expect(await remindersTo(here)).toEqual([]);
  });

  test('do not go out for a revoked link, nor to an address that bounced', async () => {
    const revoked = await standingStill();
    await revokeLinkOf(revoked.operator, revoked.entryId);
    const bounced = await newSupplierHere();
    await changeAppSettings(bounced.operator, 'gov-ar', { reminderDays: [2] });
    await mailEntryLink(bounced.operator, bounced.entryId, { to: newAddress() });
    const own = eq(mails.workspaceId, bounced.operator.workspace.id);
    await database().update(mails).set({ refusedAt: new Date(), reason: '550' }).where(own);
    for (const days of [1, 2.02]) await remindStalled(inDays(days));
    expect(await remindersTo(revoked)).toEqual([]);
    expect(await remindersTo(bounced)).toEqual([]);
  });

  test('count from the link’s mail when the supplier has done nothing yet', async () => {
    const here = await newSupplierHere();
    await changeAppSettings(here.operator, 'gov-ar', { reminderDays: [2] });
    await remindStalled(inDays(1));
    const to = newAddress();
    await mailEntryLink(here.operator, here.entryId, { to }, inDays(5));
    for (const days of [6.01, 6.9]) await remindStalled(inDays(days));
    expect(await remindersTo(here)).toEqual([]);
    await remindStalled(inDays(7.02));
    expect(await remindersTo(here)).toEqual([to]);
  });

  test('are off in the sandbox, and once turned on reach suppliers that are inactive by then', async () => {
    const here = await newSupplierHere();
    await connectApp(here.operator, 'gov-ar');
    const email = newAddress();
    await answerQuestions(here.ctx, here.registration, { voice: 'self' });
    await confirmDetails(here.ctx, here.registration, { name: 'Ferretería', email });
    for (const days of [1, 2.02, 7.02]) await remindStalled(inDays(days));
    expect(await remindersTo(here)).toEqual([]);
    await changeAppSettings(here.operator, 'gov-ar', { reminderDays: [2, 14] });
    for (const days of [8, 14.02]) await remindStalled(inDays(days));
    expect(await remindersTo(here)).toEqual([email]);
  });
});

onDatabase('the next reminder', () => {
  test('is known with its time, or with the reason why there is none', async () => {
    const here = await standingStill([2, 7]);
    const { id } = here.registration;
    const next = (now?: Date) => findNextReminder(here.operator, { id, days: [2, 7] }, now);
    const first = await next();
    expect(first).toEqual({ kind: 'planned', at: expect.any(Date) });
    if (first.kind !== 'planned') throw new Error('none is planned');
    expect(Math.round((first.at.getTime() - Date.now()) / dayMs)).toBe(2);
    expect(await next(inDays(10))).toEqual({ kind: 'none', why: 'all-sent' });
    const off = await findNextReminder(here.operator, { id, days: [] });
    expect(off).toEqual({ kind: 'none', why: 'off' });
    await revokeLinkOf(here.operator, here.entryId);
    expect(await next()).toEqual({ kind: 'none', why: 'link-ended' });
    const stranger = findNextReminder(await newWorkspace(), { id, days: [2] });
    await expect(stranger).rejects.toMatchObject({ key: 'not-found' });
  });
});
