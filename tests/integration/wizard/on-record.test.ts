import { beforeAll, expect, test } from 'vitest';
import { changeAppSettings } from '#lib/registrations/app-settings.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { answerQuestions } from '#lib/registrations/guidance.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { storeTaxpayer } from '#lib/taxpayers.ts';
import { onServer } from '#tests/support/alta.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newRegistration, postForm } from '#tests/support/registrant.ts';
import { newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

/** Of a supplier whom the register has, and of one of whom nothing is known. */
async function seed() {
  const known = await newWorkspace('live');
  const vat = { status: 'exempt', evidence: 'tax-32' } as const;
  const address = { street: 'San Martín 1234', locality: 'Rosario', province: 'Santa Fe' };
  const taxpayer = {
    cuit: supplierCuit,
    name: 'COOPERATIVA EL TORNILLO',
    kind: 'company',
    remarks: [],
  } as const;
  await storeTaxpayer(known, supplierCuit, {
    taxpayer: { ...taxpayer, remarks: [], state: 'inactive', vat, address },
    readAt: new Date(),
  });
  const begin = async (ctx: typeof known) => {
    const { ref, entryId } = await newRegistration(ctx);
    const registration = await fetchRegistration(ctx, entryId);
    await answerQuestions(ctx, registration, { voice: 'company' });
    return { ctx, entryId, path: `/reg/${ref}` };
  };
  const sandbox = await newWorkspace();
  await storeTaxpayer(sandbox, supplierCuit, {
    taxpayer: { ...taxpayer, remarks: [], state: 'active', vat, address },
    readAt: new Date(),
  });
  const asking = await newWorkspace('live');
  await changeAppSettings(asking, 'gov-ar', { asksForExports: true });
  return {
    known: await begin(known),
    unknown: await begin(await newWorkspace('live')),
    inSandbox: await begin(sandbox),
    asked: await begin(asking),
  };
}

onServer('the register’s data of a supplier', { seed }, (server) => {
  let origin: string;
  beforeAll(() => {
    origin = server().alta.origin;
  });
  const page = async (path: string) => (await fetchPage(`${origin}${path}`, { redirect: 'manual' })).text();
  const typedName = /<input[^>]*id="name"/;

  test('is shown beside the platform’s name with its problems, and renames nobody', async () => {
    const { known } = server().seeded;
    const nameNow = async () => (await fetchEntry(known.ctx, known.entryId)).doc.name as string;
    const platforms = await nameNow();
    const shown = await page(`${known.path}/datos`);
    for (const text of [
      platforms,
      'COOPERATIVA EL TORNILLO',
      'San Martín 1234, Rosario, Santa Fe',
      'Exento en IVA',
      'inactivo',
    ]) {
      expect(shown).toContain(text);
    }
    expect(shown).not.toMatch(typedName);
    // Confirmed as a browser does: with all that the page's form has.
    const hidden = [...shown.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const confirmed = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
    await postForm(`${origin}${known.path}/datos`, { ...confirmed, email: 'ana@tornillo.example' });
    expect((await fetchRegistration(known.ctx, known.entryId)).facts.detailsConfirmedAt).toBeDefined();
    expect(await nameNow()).toBe(platforms);

    expect(await page(`${known.path}/datos?nombre`)).toMatch(typedName);
    const typed = { name: 'Cooperativa El Tornillo Ltda.', email: 'ana@tornillo.example' };
    await postForm(`${origin}${known.path}/datos`, typed);
    expect(await nameNow()).toBe(typed.name);
  });

  test('comes with the question whether they sell abroad, if the workspace has it asked', async () => {
    const { known, asked } = server().seeded;
    const question = '¿Vendés al exterior?';
    expect(await page(`${known.path}/datos`)).not.toContain(question);
    expect(await page(`${asked.path}/datos`)).toContain(question);
    const services = async ({ ctx, entryId }: typeof known) =>
      (await fetchRegistration(ctx, entryId)).services;
    const details = { name: 'Tornillos del Sur SA', email: 'ana@tornillo.example' };
    const answer = (path: string, exports: string) =>
      postForm(`${origin}${path}/datos`, { ...details, exports });
    await answer(asked.path, 'yes');
    expect(await services(asked)).toEqual(['wsfe', 'wsfex']);
    expect(await page(`${asked.path}/datos`)).toMatch(
      /<input[^>]*name="exports"[^>]*checked=""[^>]*value="yes"/,
    );
    // From a page that was opened before the workspace had it asked.
    await postForm(`${origin}${asked.path}/datos`, details);
    expect(await services(asked)).toEqual(['wsfe', 'wsfex']);
    await answer(asked.path, 'no');
    expect(await services(asked)).toEqual(['wsfe']);
    // A form with an answer to a question that was not asked.
    await answer(known.path, 'yes');
    expect(await services(known)).toEqual(['wsfe']);
  });

  test('selects the point of sale’s system', async () => {
    const { known, unknown } = server().seeded;
    const chosen =
      /<input[^>]*name="situacion"[^>]*checked=""[^>]*value="(\w+)"|value="(\w+)"[^>]*checked=""/;
    const systemIn = async (path: string) => {
      const found = chosen.exec(await page(`${path}/puntos-de-venta`));
      return found?.[1] ?? found?.[2];
    };
    await postForm(`${origin}${unknown.path}/datos`, { name: 'El Tornillo', email: 'ana@tornillo.example' });
    expect([await systemIn(known.path), await systemIn(unknown.path)]).toEqual(['exento', 'inscripto']);
  });

  test.each(['unknown', 'inSandbox'] as const)(
    'is replaced by typing when it is unknown or generated: %s',
    async (whose) => {
      expect(await page(`${server().seeded[whose].path}/datos`)).toMatch(typedName);
    },
  );
});
