import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { mails } from '#lib/database/tables/mails.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { fetchRegistration, findByRef } from '#lib/registrations/find.ts';
import { handOver } from '#lib/registrations/hand-over.ts';
import { openHelpers } from '#lib/registrations/link-list.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { storeTaxpayer } from '#lib/taxpayers.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { onServer } from '#tests/support/alta.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newRegistration, postForm } from '#tests/support/registrant.ts';
import { newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

const stranger = 'TRANSPORTES DEL LITORAL S.A.';
const typedName = /<input[^>]*id="name"/;
const details = { email: 'ana@tornillo.example' };

onServer('the register’s name of another taxpayer', { seed: async () => undefined }, (server) => {
  let origin: string;
  beforeAll(() => {
    origin = server().alta.origin;
  });

  /** A new registration in live, and what the register has of its CUIT. */
  async function arrive(name: string | undefined) {
    const ctx = await newWorkspace('live');
    const events = ['registration.wrong_cuit_reported'];
    await createEndpoint(ctx, EndpointInput.parse({ url: 'https://erp.example/hook', events }));
    const found = { cuit: supplierCuit, kind: 'company', state: 'active' } as const;
    const taxpayer = name ? { ...found, name, remarks: [] } : undefined;
    await storeTaxpayer(ctx, supplierCuit, { taxpayer, readAt: new Date() });
    const { entryId, ref } = await newRegistration(ctx);
    const { id } = await fetchRegistration(ctx, entryId);
    const link = `${origin}/reg/${ref}`;
    return {
      ctx,
      ref,
      link,
      start: (at = link) => postForm(at, { voice: 'company', serviceListed: 'yes' }),
      answer: (cuit: string) => postForm(`${link}/datos`, { cuit }),
      confirm: (more = {}) => postForm(`${link}/datos`, { ...details, ...more }),
      page: async (path = '/datos') => (await fetchPage(`${link}${path}`)).text(),
      registration: () => fetchRegistration(ctx, entryId),
      nameInEntry: async () => (await fetchEntry(ctx, entryId)).doc.name,
      async reports() {
        const isAbout = and(eq(mails.subject, id), eq(mails.kind, 'wrong-cuit'));
        const reported = and(
          eq(auditLog.subjectId, id),
          eq(auditLog.action, 'registration.wrong-cuit-reported'),
        );
        const db = database();
        const sent = await db
          .select()
          .from(webhookDeliveries)
          .where(eq(webhookDeliveries.workspaceId, ctx.workspace.id));
        return {
          mails: await db.$count(mails, isAbout),
          audits: await db.$count(auditLog, reported),
          events: sent.map(({ body }) => JSON.parse(body).data.reason),
        };
      },
    };
  }

  test('is stored at the start, asked about before anything else, and renames nobody', async () => {
    const { start, page, confirm, answer, registration, nameInEntry, link } = await arrive(stranger);
    const platforms = await nameInEntry();
    await start();
    expect((await registration()).namesAtAuthority).toEqual({ [supplierCuit]: stranger });
    const asked = await page();
    expect(asked).toContain(stranger);
    expect(asked).toContain(platforms);
    expect(asked).not.toMatch(/name="email"/);
    // A form from before the register answered.
    await confirm({ name: stranger });
    expect((await registration()).facts.detailsConfirmedAt).toBeUndefined();
    const elsewhere = await fetchPage(`${link}/certificado`, { redirect: 'manual' });
    expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/\/datos$/),
    ]);

    const answered = await answer('right');
    expect([answered.status, answered.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/\/datos$/),
    ]);
    expect(await page()).toMatch(/name="email"/);
    expect((await confirm()).status).toBe(303);
    expect((await registration()).facts.detailsConfirmedAt).toBeDefined();
    expect(await nameInEntry()).toBe(platforms);
  });

  test('is reported as a wrong CUIT once until the answer changes', async () => {
    const { start, page, confirm, answer, registration, reports } = await arrive(stranger);
    await start();
    await Promise.all([answer('wrong'), answer('wrong'), answer('wrong')]);
    expect(await reports()).toEqual({ mails: 1, audits: 1, events: ['other-name'] });
    expect((await registration()).cuitAnswer?.answer).toBe('wrong');
    expect(await page()).not.toMatch(/name="email"|value="wrong"/);
    await confirm();
    expect((await registration()).facts.detailsConfirmedAt).toBeUndefined();

    await answer('right');
    expect(await page()).toMatch(/name="email"/);
    await answer('wrong');
    expect(await reports()).toEqual({ mails: 2, audits: 2, events: ['other-name', 'other-name'] });
  });

  test('is stored when a helper starts, who cannot answer', async () => {
    const { ctx, ref, start, registration, reports } = await arrive(stranger);
    const supplier = await findByRef(ref);
    if (supplier.kind !== 'found') throw new Error(`the link is ${supplier.kind}`);
    await handOver(supplier.ctx, supplier.registration, { name: 'Marta', whatsapp: '+5491123456789' });
    const [helper] = await openHelpers(ctx, supplier.registration);
    const path = new URL(helper?.url ?? '').pathname;
    await start(`${origin}${path}`);
    expect((await registration()).namesAtAuthority).toEqual({ [supplierCuit]: stranger });
    await postForm(`${origin}${path}/datos`, { cuit: 'wrong' });
    expect(await reports()).toMatchObject({ audits: 0 });
  });

  test('is not asked about if it is the supplier’s, whatever its form', async () => {
    const { start, page, answer, reports } = await arrive('TORNILLO FERRETERIAS SOCIEDAD ANONIMA');
    await start();
    expect(await page()).toMatch(/name="email"/);
    await answer('wrong');
    expect(await reports()).toEqual({ mails: 0, audits: 0, events: [] });
  });

  test('a CUIT of nobody can be reported, and confirmed too, since the register lags', async () => {
    const { start, page, answer, confirm, registration, reports } = await arrive(undefined);
    await start();
    const shown = await page();
    expect(shown).toMatch(/value="wrong"/);
    expect(shown).toMatch(typedName);
    await answer('wrong');
    expect(await reports()).toEqual({ mails: 1, audits: 1, events: ['unknown'] });
    await answer('right');
    await confirm({ name: 'Ferretería Nueva' });
    expect((await registration()).facts.detailsConfirmedAt).toBeDefined();
  });

  test('a typed name replaces the platform’s, which stays in the activity', async () => {
    const { ctx, start, answer, confirm, nameInEntry } = await arrive(stranger);
    const platforms = await nameInEntry();
    await start();
    await answer('right');
    await confirm({ name: 'Transportes del Litoral' });
    expect(await nameInEntry()).toBe('Transportes del Litoral');
    const renamed = and(eq(auditLog.workspaceId, ctx.workspace.id), eq(auditLog.action, 'entry.renamed'));
    const [line] = await database().select().from(auditLog).where(renamed);
    expect(line?.detail).toMatchObject({ from: platforms });
  });
});
