// @module-tag slow
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Environment } from '#lib/authority-environment.ts';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import type { Locale } from '#lib/i18n.ts';
import { createRegistration } from '#lib/registrations/create.ts';
import { findByEntry } from '#lib/registrations/find.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { onServer } from '#tests/support/alta.ts';
import { apiClient } from '#tests/support/api-client.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

interface Visitor {
  ref: string;
  holder: string;
  apiKey: string;
  locale: Locale;
  /** What is on their pages and on nobody else's. */
  own: string[];
}

const people = ['Aserradero Añelo & Hijos', "O'Higgins S.R.L.", 'Bazar «Ñandú» S.A.'];
const holders: { name: string; environment: Environment }[] = [
  { name: 'Facturas del Norte', environment: 'live' },
  { name: 'Distribuidora Oeste', environment: 'live' },
  { name: 'Mercado Este', environment: 'sandbox' },
];

/** Suppliers of three account holders, in both environments and languages, all at the same point of the way. */
async function seed(): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  for (const { name: holder, environment } of holders) {
    const ctx = await newWorkspace(environment);
    const apiKey = await newApiKey(ctx);
    await database().update(workspaces).set({ name: holder }).where(eq(workspaces.id, ctx.workspace.id));
    for (const [index, person] of people.entries()) {
      const name = `${person} ${visitors.length}`;
      const code = newCuit('30');
      const data = { name, tax_id: { country: 'AR', code } };
      const entry = await createEntry(ctx, { folder: 'suppliers', data });
      const created = await createRegistration(ctx, entry);
      if (created.kind !== 'created') throw new Error(`the registration was not created: ${created.kind}`);
      await database().transaction((tx) => created.store(tx));
      const locale = index === 0 ? 'en' : 'es-AR';
      const ofEntry = eq(registrations.entryId, entry.id);
      const begun = { startedAt: new Date(), detailsConfirmedAt: new Date() };
      const [row] = await database().update(registrations).set(begun).where(ofEntry).returning();
      const ofRegistration = eq(registrationLinks.registrationId, row?.id ?? '');
      await database().update(registrationLinks).set({ locale }).where(ofRegistration);
      const [link] = await listMeta(ctx, entry.id);
      const alias = (await findByEntry(ctx, entry.id))?.request.alias ?? '';
      const ref = link?.ref ?? '';
      visitors.push({ ref, holder, apiKey, locale, own: [name, code, code.slice(2, 10), alias, ref] });
    }
  }
  return visitors;
}

onServer('the pages of several suppliers', { seed }, (server) => {
  const read = async ({ ref }: Visitor, step: string) => {
    const page = await fetchPage(`${server().alta.origin}/reg/${ref}/${step}`);
    expect(page.status).toBe(200);
    return unescaped(await page.text());
  };

  test('show each visitor their own data, and nothing of another', async () => {
    const visitors = server().seeded;
    for (const step of [
      'certificado',
      'habilitar',
      'subir',
      'autorizar',
      'datos',
      'seguir',
      'contador',
      'guia',
      'hoja',
    ]) {
      const asked = [...visitors, ...visitors.toReversed(), ...visitors];
      const shown = await Promise.all(
        asked.map(async (visitor) => [visitor, await read(visitor, step)] as const),
      );
      for (const [visitor, html] of shown) {
        expect(html).toContain(visitor.own[0]);
        expect(html).toContain(`<html lang="${visitor.locale}">`);
        expect(html).toContain(`/reg/${visitor.ref}/`);
        const foreign = visitors.filter((other) => other !== visitor).flatMap(({ own }) => own);
        expect(foreign.filter((text) => html.includes(text))).toEqual([]);
        expect(holders.filter(({ name }) => html.includes(name)).map(({ name }) => name)).toEqual([
          visitor.holder,
        ]);
      }
    }
  });

  test('show an account holder’s change at once, and on their own links only', async () => {
    const visitors = server().seeded;
    const [first] = visitors;
    const ofFirst = visitors.filter(({ holder }) => holder === first?.holder);
    const namesOn = async () => Promise.all(ofFirst.map((visitor) => read(visitor, 'subir')));
    for (const name of ['Facturas Renovadas', 'Facturas Otra Vez']) {
      const change = await apiClient(server().alta.origin, first?.apiKey ?? '')(
        'PATCH',
        '/access/v1/apps/gov-ar',
        { wizard: { name, colour: '#7a1f5c' } },
      );
      expect(change.status).toBe(200);
      for (const html of await namesOn()) {
        expect(html).toContain(name);
        expect(html).not.toContain(first?.holder);
      }
      for (const visitor of visitors.filter(({ holder }) => holder !== first?.holder)) {
        const html = await read(visitor, 'subir');
        expect([html.includes(visitor.holder), html.includes(name)]).toEqual([true, false]);
      }
    }
  });
});

const unescaped = (html: string) =>
  html.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
