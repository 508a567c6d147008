import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { handOver } from '#lib/registrations/hand-over.ts';
import { linkOf } from '#lib/registrations/link.ts';
import { openHelpers } from '#lib/registrations/link-list.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { storeTaxpayer } from '#lib/taxpayers.ts';
import { onServer } from '#tests/support/alta.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newRegistered } from '#tests/support/registered.ts';
import { newRegistration, postForm } from '#tests/support/registrant.ts';
import { newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

const pathOf = (url = '') => `/reg/${url.split('/').at(-1)}`;

async function seed() {
  const notAfter = new Date(Date.now() + 700 * 86_400_000);
  const address = {
    street: 'SAN MARTIN 1234',
    locality: 'ROSARIO',
    province: 'SANTA FE',
    postalCode: '2000',
  };
  const taxpayer = { cuit: supplierCuit, kind: 'company', remarks: [], address } as const;
  const registered = async (environment: 'live' | 'sandbox') => {
    const ctx = await newWorkspace(environment);
    await storeTaxpayer(ctx, supplierCuit, {
      taxpayer: { ...taxpayer, remarks: [] },
      readAt: new Date(),
    });
    const entryId = await newRegistered(ctx, { notAfter });
    return { ctx, entryId, path: pathOf((await linkOf(ctx, entryId))?.url) };
  };
  const ctx = await newWorkspace('live');
  const { entryId, ref } = await newRegistration(ctx);
  const registration = await fetchRegistration(ctx, entryId);
  await handOver(ctx, registration, { name: 'Marta', whatsapp: '+5491123456789' });
  const [helper] = await openHelpers(ctx, registration);
  const now = new Date();
  await database()
    .update(registrations)
    .set({ startedAt: now, detailsConfirmedAt: now, certificateReceivedAt: now, proofStatus: 'running' })
    .where(eq(registrations.entryId, entryId));
  return {
    live: await registered('live'),
    sandbox: await registered('sandbox'),
    waiting: { ctx, entryId, path: `/reg/${ref}`, helpersPath: pathOf(helper?.url) },
    early: { path: `/reg/${(await newRegistration(await newWorkspace())).ref}` },
  };
}

onServer('the data for printed invoices', { seed }, (server) => {
  let origin: string;
  let seeded: Awaited<ReturnType<typeof seed>>;
  beforeAll(() => {
    origin = server().alta.origin;
    seeded = server().seeded;
  });
  const get = (path: string) => fetchPage(`${origin}${path}`, { redirect: 'manual' });
  const page = async (path: string) => (await get(path)).text();
  const save = (path: string, fields: Record<string, string>) => postForm(`${origin}${path}/factura`, fields);
  const valueIn = (html: string, name: string) =>
    new RegExp(`<input[^>]*id="${name}"[^>]*`).exec(html)?.[0].match(/value="([^"]*)"/)?.[1];
  const docOf = async ({ ctx, entryId }: typeof seeded.live) => (await fetchEntry(ctx, entryId)).doc;
  const whole = {
    street: 'Belgrano 77, piso 2',
    locality: 'Rosario',
    region: 'Santa Fe',
    postalCode: 'S2000ABC',
    grossIncome: '021-234567-8',
    activitySince: '2015-03-01',
  };

  test('is asked after the registration, with the address in the register, and stored with the supplier', async () => {
    const { live } = seeded;
    expect(await page(`${live.path}/listo`)).toContain(`href="${live.path}/factura"`);
    const form = await page(`${live.path}/factura`);
    expect(
      ['street', 'locality', 'region', 'postalCode', 'grossIncome'].map((name) => valueIn(form, name)),
    ).toEqual(['SAN MARTIN 1234', 'ROSARIO', 'SANTA FE', '2000', '']);
    const saved = await save(live.path, whole);
    expect([saved.status, saved.headers.get('location')]).toEqual([
      303,
      `${live.path}/listo?guardado#factura`,
    ]);
    expect(await docOf(live)).toMatchObject({
      addresses: [
        {
          street: 'Belgrano 77, piso 2',
          locality: 'Rosario',
          region: 'Santa Fe',
          code: 'S2000ABC',
          country: 'AR',
        },
      ],
      identities: [{ type: 'IIBB', code: '021-234567-8' }],
      registration: { other: '2015-03-01' },
    });
    expect(await page(`${live.path}/listo?guardado`)).toContain('Guardado');
    expect(await page(`${live.path}/listo`)).not.toContain('/factura"');
    const again = await page(`${live.path}/factura`);
    expect([valueIn(again, 'street'), valueIn(again, 'activitySince')]).toEqual([whole.street, '2015-03-01']);
    const actions = await database()
      .select({ action: auditLog.action, actor: auditLog.actorKind })
      .from(auditLog)
      .where(eq(auditLog.subjectId, live.entryId));
    expect(actions).toContainEqual({ action: 'entry.paper-data-entered', actor: 'registrant' });
  });

  test('in the sandbox has no address from the register, and keeps what is left empty', async () => {
    const { sandbox } = seeded;
    expect(valueIn(await page(`${sandbox.path}/factura`), 'street')).toBe('');
    await save(sandbox.path, { grossIncome: 'Exento', activitySince: '1/3/2015' });
    const skipped = await save(sandbox.path, {});
    expect(skipped.headers.get('location')).toBe(`${sandbox.path}/listo`);
    const doc = await docOf(sandbox);
    expect(doc).toMatchObject({ identities: [{ code: 'Exento' }], registration: { other: '2015-03-01' } });
    expect(doc.addresses).toBeUndefined();
    expect(await page(`${sandbox.path}/listo`)).toContain('el domicilio comercial');
  });

  test.each([
    ['a number of three digits', { grossIncome: '901' }, 'grossIncome'],
    ['another sign in the number', { grossIncome: '901-1234<b>' }, 'grossIncome'],
    ['a day that does not exist', { activitySince: '2015-02-30' }, 'activitySince'],
    ['a day in the future', { activitySince: '2999-01-01' }, 'activitySince'],
    ['a postal code without a street', { postalCode: '2000' }, 'street'],
    ['no postal code', { street: 'Belgrano 77', postalCode: 'Rosario' }, 'postalCode'],
    ['a street that is too long', { street: 'a'.repeat(151) }, 'street'],
    ['a control character', { locality: 'Rosario\u0007' }, 'locality'],
  ])('refuses %s with a message at the field', async (_what, fields, field) => {
    const { sandbox } = seeded;
    const before = await docOf(sandbox);
    const answer = await save(sandbox.path, fields as Record<string, string>);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toMatch(
      new RegExp(`role="alert".*href="#${field}".*id="${field}-error"`, 's'),
    );
    expect(await docOf(sandbox)).toEqual(before);
  });

  test('can be entered while the authority is awaited, by the supplier and no helper', async () => {
    const { waiting, early } = seeded;
    expect((await get(`${early.path}/factura`)).headers.get('location')).toBe(early.path);
    expect((await get(`${waiting.helpersPath}/factura`)).status).toBe(303);
    expect((await save(waiting.helpersPath, whole)).status).toBe(303);
    expect((await docOf(waiting)).identities).toBeUndefined();
    expect((await get(`${waiting.path}/factura`)).status).toBe(200);
    const saved = await save(waiting.path, { grossIncome: whole.grossIncome });
    expect(saved.headers.get('location')).toBe(`${waiting.path}/comprobacion?guardado#factura`);
    expect((await docOf(waiting)).identities).toEqual([{ type: 'IIBB', code: whole.grossIncome }]);
  });
});
