import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { activeCertificate } from '#lib/certificates/store.ts';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { createRegistration, endRegistrations } from '#lib/registrations/create.ts';
import { notifyExpiries } from '#lib/registrations/expiry.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { extendLink, linkOf, revokeLinkOf } from '#lib/registrations/link.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { supplierOf } from '#tests/support/certified.ts';
import { onNewDatabase } from '#tests/support/databases.ts';
import { filedMailsAbout, sendMailsAbout } from '#tests/support/queued-mails.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'alta-renewal-'));
process.env.DATA_DIR = dataDir;
process.env.SMTP_URL = '';
afterAll(() => rmSync(dataDir, { recursive: true }));

const simulator = await simulatorOfWorker();
const dayMs = 86_400_000;
const person = '27123456780';

onNewDatabase('a certificate near its end', () => {
  async function newRegistered() {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    const supplier = await supplierOf(ctx, simulator, entryId);
    await database()
      .update(registrations)
      .set({ noticeEmail: 'ana@tornillo.example' })
      .where(eq(registrations.entryId, entryId));
    await supplier.register();
    const active = async () => {
      const row = await activeCertificate(ctx, entryId);
      if (!row?.notAfter) throw new Error('there is no certificate');
      return { ...row, notAfter: row.notAfter };
    };
    const first = await active();
    const daysBeforeEnd = (days: number) => new Date(first.notAfter.getTime() - days * dayMs);
    return {
      ctx,
      entryId,
      first,
      active,
      daysBeforeEnd,
      /** A look at what expires, that many days before the end, and the mail that it causes. */
      async pass(days: number) {
        await notifyExpiries(daysBeforeEnd(days));
        await sendMailsAbout(first.id, daysBeforeEnd(days));
      },
      mails: () => filedMailsAbout(dataDir, first.id),
      renewals: () =>
        database()
          .select()
          .from(registrations)
          .where(and(eq(registrations.entryId, entryId), eq(registrations.intent, 'renew'))),
    };
  }

  test('gets a renewal at the first notice, with a link that outlives the certificate', async () => {
    const { ctx, entryId, first, pass, mails, renewals } = await newRegistered();
    await pass(61);
    expect(await renewals()).toEqual([]);
    await createEndpoint(ctx, EndpointInput.parse({ url: 'https://erp.example/hook', events: ['*'] }));
    await pass(60);
    const renewal = await fetchRegistration(ctx, entryId);
    expect(renewal).toMatchObject({ intent: 'renew', state: 'created', noticeEmail: 'ana@tornillo.example' });
    expect(renewal.link.expiresAt.getTime()).toBeGreaterThan(first.notAfter.getTime());
    // The same name at the authority, on which what was authorized hangs, and another key.
    expect(renewal.request.alias).toBe(first.certificateAlias);
    expect(renewal.request.csr).not.toBe(first.csr);
    const link = await linkOf(ctx, entryId);
    expect(await mails()).toMatchObject([{ text: expect.stringContaining(`${link?.url}`) }]);
    const told = await database()
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.workspaceId, ctx.workspace.id));
    const bodies = told.map(({ body }) => JSON.parse(body ?? '{}'));
    expect(bodies.map(({ event }) => event).toSorted()).toEqual([
      'certificate.expiring',
      'registration.created',
    ]);
    const expiring = bodies.find(({ event }) => event === 'certificate.expiring');
    expect(expiring.data).toMatchObject({ days_left: '60', registration_id: renewal.id });
    expect(JSON.stringify(bodies)).not.toContain('/reg/');
  });

  test('is in each notice with the same link, once for each, also after days without a process', async () => {
    const { ctx, entryId, pass, mails, renewals } = await newRegistered();
    // Three days off before each of them.
    for (const days of [60, 60, 27, 27, 11, 4, 0.5, -3]) await pass(days);
    const url = (await linkOf(ctx, entryId))?.url ?? '';
    const texts = (await mails()).map(({ text }) => text);
    expect(texts).toHaveLength(6);
    for (const text of texts) expect(text).toContain(url);
    expect(await renewals()).toHaveLength(1);
  });

  test('keeps a renewal that was already open, and extends its link at the same URL', async () => {
    const { ctx, entryId, first, pass, daysBeforeEnd } = await newRegistered();
    const created = await createRegistration(ctx, await fetchEntry(ctx, entryId), daysBeforeEnd(60));
    if (created.kind !== 'created') throw new Error(`it is ${created.kind}`);
    await database().transaction((tx) => created.store(tx));
    const before = await linkOf(ctx, entryId);
    expect(before?.expiresAt.getTime()).toBeLessThan(first.notAfter.getTime());
    await pass(59);
    const after = await linkOf(ctx, entryId);
    expect(after?.url).toBe(before?.url);
    expect(after?.expiresAt.getTime()).toBeGreaterThan(first.notAfter.getTime());
  });

  test('does not shorten a link that an operator extended', async () => {
    const { ctx, entryId, first, pass, daysBeforeEnd } = await newRegistered();
    await pass(60);
    const { expiresAt } = await extendLink(ctx, entryId, { days: 365 }, daysBeforeEnd(60));
    expect(expiresAt.getTime()).toBeGreaterThan(first.notAfter.getTime() + 30 * dayMs);
    await pass(30);
    expect((await linkOf(ctx, entryId))?.expiresAt).toEqual(expiresAt);
  });

  test('gets one renewal, from any number of processes', async () => {
    const { renewals, daysBeforeEnd, entryId } = await newRegistered();
    await Promise.all([1, 2, 3].map(() => notifyExpiries(daysBeforeEnd(60))));
    const [renewal, ...others] = await renewals();
    expect(others).toEqual([]);
    const links = await database()
      .select()
      .from(registrationLinks)
      .where(eq(registrationLinks.registrationId, renewal?.id ?? ''));
    expect(links).toHaveLength(1);
    expect(entryId).toBe(renewal?.entryId);
  });

  test('is mailed about without a link once that was revoked', async () => {
    const { ctx, entryId, pass, mails } = await newRegistered();
    await pass(60);
    await revokeLinkOf(ctx, entryId);
    await pass(30);
    expect(await linkOf(ctx, entryId)).not.toHaveProperty('url');
    const texts = (await mails()).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('/reg/'))).toHaveLength(1);
    expect(texts).toHaveLength(2);
  });

  test('is not renewed after the registration was ended', async () => {
    const { ctx, entryId, pass, mails, renewals } = await newRegistered();
    await database().transaction((tx) => endRegistrations(tx, ctx, entryId, new Date()));
    await pass(60);
    expect([await renewals(), await mails()]).toEqual([[], []]);
  });

  test('is not renewed when the registration ends during the preparation', async () => {
    const { ctx, entryId, renewals, daysBeforeEnd } = await newRegistered();
    const created = await createRegistration(ctx, await fetchEntry(ctx, entryId), daysBeforeEnd(60));
    if (created.kind !== 'created') throw new Error(`it is ${created.kind}`);
    await database().transaction((tx) => endRegistrations(tx, ctx, entryId, new Date()));
    await expect(database().transaction((tx) => created.store(tx))).rejects.toThrow('ended');
    expect(await renewals()).toEqual([]);
  });

  test('signs until the next one is proved, also while the authority is away, and ends the notices', async () => {
    const { ctx, entryId, first, active, pass, mails } = await newRegistered();
    await pass(60);
    const { alias, csr } = (await fetchRegistration(ctx, entryId)).request;
    const renewal = await supplierOf(ctx, simulator, entryId);
    const { certificate } = await simulator.issueCertificate('sandbox', {
      cuit: person,
      alias,
      csr,
      adding_to_alias: true,
    });
    await renewal.upload(certificate);
    await simulator.control.faults({ environment: 'sandbox', target: 'wsaa', kind: 'http-503', count: 1 });
    await renewal.prove();
    expect((await active()).id).toBe(first.id);
    // What was authorized for the alias is good for its new certificate.
    await renewal.prove();
    expect((await active()).id).not.toBe(first.id);
    expect(await fetchRegistration(ctx, entryId)).toMatchObject({ state: 'completed' });
    const [superseded] = await database().select().from(certificates).where(eq(certificates.id, first.id));
    expect(superseded?.supersededAt).not.toBeNull();
    await pass(30);
    expect(await mails()).toHaveLength(1);
  });
});
