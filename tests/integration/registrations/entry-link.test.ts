import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { changeAppSettings } from '#lib/registrations/app-settings.ts';
import { createRegistration } from '#lib/registrations/create.ts';
import { notifyExpiries } from '#lib/registrations/expiry.ts';
import { findByRef } from '#lib/registrations/find.ts';
import { handOver } from '#lib/registrations/hand-over.ts';
import {
  extendExpiredLinks,
  extendLink,
  issueNewLink,
  linkOf,
  requestNewLink,
  revokeLinkOf,
} from '#lib/registrations/link.ts';
import { listLinks, openHelpers } from '#lib/registrations/link-list.ts';
import { mailLink } from '#lib/registrations/registration-mails.ts';
import { issueTimedLink } from '#lib/registrations/timed-link.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newSupplier, newWorkspace } from '#tests/support/workspace.ts';

const dayMs = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs);
const setRegistration = (entryId: string, set: Partial<typeof registrations.$inferInsert>) =>
  database().update(registrations).set(set).where(eq(registrations.entryId, entryId));
const setLinks = (ctx: Context, set: Partial<typeof registrationLinks.$inferInsert>) =>
  database().update(registrationLinks).set(set).where(eq(registrationLinks.workspaceId, ctx.workspace.id));
const near = (date: Date | undefined, days: number) =>
  Math.abs((date?.getTime() ?? 0) - daysFromNow(days).getTime()) < dayMs / 24;

/** For which end it was told that the link has ended. */
async function toldFor(ctx: Context): Promise<Date | undefined> {
  const [link] = await database()
    .select()
    .from(registrationLinks)
    .where(eq(registrationLinks.workspaceId, ctx.workspace.id));
  return link?.expiryToldFor ?? undefined;
}

onDatabase('the link of an entry', () => {
  test('is shown with its URL and its expiry', async () => {
    const ctx = await newWorkspace();
    const { entryId, ref } = await newRegistration(ctx);
    const link = await linkOf(ctx, entryId);
    expect(link?.url).toMatch(new RegExp(`/reg/${ref}$`));
    expect(near(link?.expiresAt, 30)).toBe(true);
  });

  test('stays beside links for now, which open at their task, are never extended and end on time', async () => {
    const ctx = await newWorkspace();
    const { entryId, ref } = await newRegistration(ctx);
    const timed = await issueTimedLink(ctx, entryId, { expiresInMinutes: 15 });
    expect(timed.intent).toBe('register');
    const timedRef = timed.url?.split('/').at(-1) ?? '';
    expect((await linkOf(ctx, entryId))?.url).toMatch(new RegExp(`/reg/${ref}$`));
    const found = await findByRef(timedRef);
    if (found.kind !== 'found') throw new Error(`it is ${found.kind}`);
    // Its holder is the supplier, and not a helper.
    await handOver(found.ctx, found.registration, { name: 'Marta Gómez', whatsapp: '+5491123456789' });
    await extendLink(ctx, entryId, { days: 90 });
    const later = new Date(Date.now() + 16 * 60_000);
    expect((await findByRef(timedRef, later)).kind).toBe('expired');
    const renewed = { registrationId: found.registration.id, now: later };
    await database().transaction((tx) => extendExpiredLinks(tx, ctx, renewed));
    expect((await findByRef(timedRef, later)).kind).toBe('expired');
    expect((await findByRef(ref, later)).kind).toBe('found');
    for (const intent of ['renew', 'point-of-sale'] as const) {
      await expect(issueTimedLink(ctx, entryId, { intent })).rejects.toMatchObject({
        code: 'intent-mismatch',
        message: expect.stringContaining('`register`'),
      });
    }

    await setRegistration(entryId, { completedAt: new Date() });
    expect((await findByRef(timedRef, later)).kind).toBe('expired');
    await expect(issueTimedLink(ctx, entryId, {})).rejects.toMatchObject({ code: 'intent-mismatch' });
    await setRegistration(entryId, { environment: 'live', lacksPointOfSale: true });
    expect(await issueTimedLink(ctx, entryId, {})).toMatchObject({ intent: 'point-of-sale' });
    await revokeLinkOf(ctx, entryId);
    expect((await findByRef(timedRef)).kind).toBe('unknown');
  });

  test('has ten links for now beside it at most, and none of another workspace’s making', async () => {
    const ctx = await newWorkspace();
    const { entryId, ref } = await newRegistration(ctx);
    const refs: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      refs.push((await issueTimedLink(ctx, entryId, { intent: 'register' })).url?.split('/').at(-1) ?? '');
    }
    const kinds = await Promise.all([...refs, ref].map(async (each) => (await findByRef(each)).kind));
    expect(kinds).toEqual(['unknown', ...Array(11).fill('found')]);
    const inWorkspace = eq(registrationLinks.workspaceId, ctx.workspace.id);
    expect(await database().$count(registrationLinks, inWorkspace)).toBe(11);
    await expect(issueTimedLink(await newWorkspace(), entryId, {})).rejects.toMatchObject({
      key: 'not-found',
    });
    await setRegistration(entryId, { revokedAt: new Date() });
    await expect(issueTimedLink(ctx, entryId, {})).rejects.toMatchObject({ code: 'revoked' });
    expect((await findByRef(refs.at(-1) ?? '')).kind).toBe('unknown');
  });

  test('is listed with the open links for now, and only the last of those that ended', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    const long = await issueTimedLink(ctx, entryId, { expiresInMinutes: 600 });
    const found = await findByRef(long.url?.split('/').at(-1) ?? '');
    if (found.kind !== 'found') throw new Error(`it is ${found.kind}`);
    for (let count = 0; count < 30; count += 1) {
      const past = new Date(Date.now() - (40 - count) * 60_000);
      await issueTimedLink(ctx, entryId, { expiresInMinutes: 5 }, past);
      await setLinks(ctx, { openedAt: past });
    }
    const { id } = found.registration;
    const links = await listLinks(ctx, id);
    expect(links.length).toBe(21);
    expect(links.map((link) => link.id)).toContain(found.registration.link.id);
    // Its holder may still see the helpers.
    expect(await openHelpers(found.ctx, found.registration)).toEqual([]);
  });

  test('stays with the supplier when a link for now is mailed to another address', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    const { url } = await issueTimedLink(ctx, entryId, {});
    const found = await findByRef(url?.split('/').at(-1) ?? '');
    if (found.kind !== 'found') throw new Error(`it is ${found.kind}`);
    const noticeEmail = async () => {
      const [row] = await database().select().from(registrations).where(eq(registrations.entryId, entryId));
      return row?.noticeEmail;
    };
    await mailLink(found.ctx, found.registration, { to: 'supplier@example.com' });
    expect(await noticeEmail()).toBe('supplier@example.com');
    await mailLink(found.ctx, found.registration, { to: 'stranger@example.com' });
    expect(await noticeEmail()).toBe('supplier@example.com');
  });

  test('comes with texts for an SMS and a chat, in the name of the wizard', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    await changeAppSettings(ctx, 'gov-ar', {
      wizard: { name: 'Panadería Ñandú 🥐 «El Sur» de las Facturas S.A.' },
    });
    const { url = '', texts } = await extendLink(ctx, entryId);
    expect(texts?.sms).toContain(url);
    expect(texts?.sms).toMatch(/^\(PRUEBA\) Panaderia Ñandu/);
    // An accented vowel, a quotation mark or an emoji would leave 70 characters to a message.
    expect(texts?.sms).not.toMatch(/[áíóú«»🥐]/u);
    expect(texts?.sms.length).toBeLessThanOrEqual(160);
    expect(texts?.whatsapp).toContain('Panadería Ñandú');
    expect(texts?.whatsapp).toContain(url);
  });

  test('is extended at its URL, never shortened, and settles its holder’s request', async () => {
    const ctx = await newWorkspace();
    const { entryId, ref } = await newRegistration(ctx);
    expect(near((await extendLink(ctx, entryId, { days: 90 })).expiresAt, 90)).toBe(true);
    expect(near((await extendLink(ctx, entryId)).expiresAt, 90)).toBe(true);
    await setLinks(ctx, { expiresAt: daysFromNow(-1) });
    const expired = await findByRef(ref);
    if (expired.kind !== 'expired') throw new Error(`it is ${expired.kind}`);
    await requestNewLink(expired.ctx, expired.linkId);
    expect(await linkOf(ctx, entryId)).toHaveProperty('renewalRequestedAt');
    const extended = await extendLink(ctx, entryId);
    expect(near(extended.expiresAt, 30)).toBe(true);
    expect(extended).not.toHaveProperty('renewalRequestedAt');
    expect((await findByRef(ref)).kind).toBe('found');
  });

  test('is reported when it expires, also after its expiry was moved', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    await extendLink(ctx, entryId, { days: 60 });
    await notifyExpiries(daysFromNow(31));
    expect(await toldFor(ctx)).toBeUndefined();
    await notifyExpiries(daysFromNow(61));
    expect(near(await toldFor(ctx), 60)).toBe(true);
    await setLinks(ctx, { expiresAt: daysFromNow(-1) });
    await extendLink(ctx, entryId, { days: 10 });
    await notifyExpiries(daysFromNow(11));
    expect(near(await toldFor(ctx), 10)).toBe(true);
  });

  test('of a registered supplier still opens after its expiry', async () => {
    const ctx = await newWorkspace();
    const { entryId, ref } = await newRegistration(ctx);
    await setLinks(ctx, { expiresAt: daysFromNow(-1) });
    expect((await findByRef(ref)).kind).toBe('expired');
    await setRegistration(entryId, { completedAt: new Date() });
    expect((await findByRef(ref)).kind).toBe('found');
  });

  test('looks unknown everywhere once revoked, and can be revoked again without effect', async () => {
    const ctx = await newWorkspace();
    const { entryId, ref } = await newRegistration(ctx);
    await revokeLinkOf(ctx, entryId);
    await revokeLinkOf(ctx, entryId);
    expect((await findByRef(ref)).kind).toBe('unknown');
    const link = await linkOf(ctx, entryId);
    expect(link).toHaveProperty('revokedAt');
    expect(link).not.toHaveProperty('url');
    const [meta] = await listMeta(ctx, entryId);
    expect(meta).toMatchObject({ key: 'link', link: { revokedAt: expect.any(Date) } });
    expect(meta).not.toHaveProperty('link.url');
    expect(meta).not.toHaveProperty('ref');
    await expect(extendLink(ctx, entryId)).rejects.toMatchObject({ key: 'conflict', code: 'link-revoked' });
  });

  test('of a revoked registration opens nothing, although the link was not revoked', async () => {
    const ctx = await newWorkspace();
    const { entryId, ref } = await newRegistration(ctx);
    await setRegistration(entryId, { revokedAt: new Date() });
    expect((await findByRef(ref)).kind).toBe('unknown');
  });

  test('is replaced by a new one, also in the meta, and the old one no longer works', async () => {
    const ctx = await newWorkspace();
    const { entryId, ref } = await newRegistration(ctx);
    const issued = await issueNewLink(ctx, entryId, { days: 7 });
    expect(near(issued.expiresAt, 7)).toBe(true);
    expect(issued.url).not.toContain(ref);
    expect((await findByRef(ref)).kind).toBe('unknown');
    expect((await findByRef(issued.url?.split('/').at(-1) ?? '')).kind).toBe('found');
    expect(await listMeta(ctx, entryId)).toMatchObject([{ link: { url: issued.url } }]);
  });

  test('is followed by a new one when the workflow runs again after a revocation', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    await revokeLinkOf(ctx, entryId);
    const created = await createRegistration(ctx, await fetchEntry(ctx, entryId));
    if (created.kind !== 'created') throw new Error(`it is ${created.kind}`);
    expect(await database().transaction((tx) => created.store(tx))).toBe('already-there');
    expect(await linkOf(ctx, entryId)).toHaveProperty('url');
  });

  test.each([
    ['complete', { completedAt: new Date() }, 'completed'],
    ['ended', { revokedAt: new Date() }, 'revoked'],
  ])('of a registration that is %s can be neither extended nor replaced', async (_what, set, code) => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    await setRegistration(entryId, set);
    await expect(extendLink(ctx, entryId)).rejects.toMatchObject({ key: 'conflict', code });
    await expect(issueNewLink(ctx, entryId)).rejects.toMatchObject({ key: 'conflict', code });
  });

  test('does not exist before the registration, nor for another workspace', async () => {
    const ctx = await newWorkspace();
    const { id } = await newSupplier(ctx);
    expect(await linkOf(ctx, id)).toBeUndefined();
    for (const act of [extendLink, issueNewLink, revokeLinkOf]) {
      await expect(act(ctx, id)).rejects.toMatchObject({ key: 'not-found', code: 'no-registration' });
    }
    const { entryId } = await newRegistration(ctx);
    const stranger = await newWorkspace();
    for (const act of [linkOf, extendLink, issueNewLink, revokeLinkOf]) {
      await expect(act(stranger, entryId)).rejects.toMatchObject({ key: 'not-found' });
      await expect(act(stranger, randomUUID())).rejects.toMatchObject({ key: 'not-found' });
    }
    expect(await linkOf(ctx, entryId)).toHaveProperty('url');
  });

  test('stays the only one when several replace it at once', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    await Promise.all(Array.from({ length: 5 }, () => issueNewLink(ctx, entryId)));
    expect(await liveLinks(ctx)).toHaveLength(1);
  });

  test('stays the only one when an earlier request had to wait for a later one', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    const [second, first] = [new Date(Date.now() + 1_000), new Date()];
    for (const now of [second, first, second]) {
      const { url } = await issueNewLink(ctx, entryId, {}, now);
      expect(await liveLinks(ctx)).toHaveLength(1);
      expect(await linkOf(ctx, entryId)).toMatchObject({ url });
    }
  });
});

async function liveLinks(ctx: Context) {
  const rows = await database()
    .select()
    .from(registrationLinks)
    .where(eq(registrationLinks.workspaceId, ctx.workspace.id));
  return rows.filter(({ revokedAt }) => !revokedAt);
}
