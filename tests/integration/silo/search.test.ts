import { beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import type { Document } from '#lib/documents/envelope.ts';
import { page } from '#lib/paging.ts';
import { stampEntries } from '#lib/silo/change-entry.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { countFound, searchEntries } from '#lib/silo/search.ts';
import { setState } from '#lib/silo/states.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { classA, classB } from '#tests/support/invoices.ts';
import { addSuppliers } from '#tests/support/many-suppliers.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const names = {
  tornillo: ['Ferretería "El Tornillo" S.R.L.', '30712345671'],
  espiga: ['PANADERÍA LA ESPIGA S.A.', '30123456781'],
  nandu: ['Ñandú & Cía. – Río Cuarto', '33693450239'],
  ohiggins: ["Almacén O'Higgins", '20123456786'],
  lodz: ['Łódź Importaciones', '24000000007'],
} as const;
type Name = keyof typeof names;

onDatabase('a search', () => {
  let ctx: Context;
  const ids = new Map<string, Name>();
  beforeAll(async () => {
    ctx = await newWorkspace();
    for (const [key, [name, code]] of Object.entries(names)) {
      const data = { name, tax_id: { country: 'AR', code } };
      ids.set((await createEntry(ctx, { folder: 'suppliers', data })).id, key as Name);
    }
    // A tenant with the same names: nothing of it is ever found.
    const stranger = await newWorkspace();
    for (const [name, code] of Object.values(names)) {
      const data = { name, tax_id: { country: 'AR', code } };
      await createEntry(stranger, { folder: 'suppliers', data });
    }
  });

  const find = async (q: string, more = {}) => {
    const rows = await searchEntries(ctx, { folder: 'suppliers', q, limit: 20, ...more });
    return rows.map(({ id }) => ids.get(id)).sort();
  };

  test.each<[string, Name[]]>([
    ['ferreteria', ['tornillo']],
    ['FERRETERÍA', ['tornillo']],
    ['torn', ['tornillo']],
    ['el tornillo srl', ['tornillo']],
    ['S.R.L.', ['tornillo']],
    ['espiga panaderia', ['espiga']],
    ['nandu', ['nandu']],
    ['ñandú cía', ['nandu']],
    ['rio cuarto', ['nandu']],
    ['ohiggins', ['ohiggins']],
    ["o'higgins", ['ohiggins']],
    ['łódź', ['lodz']],
    ['30', ['espiga', 'tornillo']],
    ['30-7123', ['tornillo']],
    ['AR30712345671', ['tornillo']],
    ['30.12345678.1', ['espiga']],
    ['ornillo', []],
    ['ferreteria espiga', []],
    ["'; drop table entries; --", []],
    ['%', []],
    ['---', []],
  ])('for %j finds %j', async (q, found) => {
    expect(await find(q)).toEqual(found);
  });

  test('is counted as it finds, by words and by an address', async () => {
    const own = await newWorkspace();
    const emails = [{ addr: 'Ventas@espiga.example' }];
    for (const name of ['Espiga Uno', 'Espiga Dos']) {
      await createEntry(own, { folder: 'customers', data: { name, emails } });
    }
    await createEntry(own, { folder: 'customers', data: { name: 'Espiga Tres' } });
    const counted = (q: string) => countFound(own, { folder: 'customers', q }, 10);
    expect(await counted('espiga')).toBe(3);
    expect(await counted('ventas@esp')).toBe(2);
    expect(await counted('compras@esp')).toBe(0);
    expect(await searchEntries(own, { folder: 'customers', q: 'ventas@esp', limit: 9 })).toHaveLength(2);
  });

  test('is limited to one folder and one state, which may be none', async () => {
    const [tornillo] = await searchEntries(ctx, { q: 'tornillo', limit: 1 });
    await setState(ctx, tornillo?.id ?? '', { key: 'registered' });
    expect(await find('30', { state: 'registered' })).toEqual(['tornillo']);
    expect(await find('30', { state: 'empty' })).toEqual(['espiga']);
    await setState(ctx, tornillo?.id ?? '', { key: 'empty' });
    expect(await find('30', { state: 'empty' })).toEqual(['espiga', 'tornillo']);
    expect(await find('tornillo', { folder: 'customers' })).toEqual([]);
  });

  describe('among invoices', () => {
    let issued: string;
    let draft: string;
    beforeAll(async () => {
      const customer = { name: 'Almacén del Sur S.R.L.', tax_id: { country: 'AR', code: '30999999995' } };
      ({ id: issued } = await createEntry(ctx, { folder: 'invoices', data: classA({ customer }) }));
      const { workspace, actor } = ctx;
      const stamped = {
        entryId: issued,
        actor,
        assign: (doc: Document) => ({ ...doc, code: '12' }),
        stamps: [],
        remarks: [],
      };
      await database().transaction((tx) => stampEntries(tx, workspace, [stamped]));
      ({ id: draft } = await createEntry(ctx, { folder: 'invoices', data: classB() }));
    });

    test.each([
      ['almacen', () => [issued]],
      ['30-99999999-5', () => [issued]],
      ['AR30999999995', () => [issued]],
      ['00003-00000012', () => [issued]],
      ['3-12', () => [issued]],
      // The beginning of a DNI too.
      ['12', () => [draft, issued]],
      ['12.345.678', () => [draft]],
      ['00000012', () => [issued]],
      ['3-1', () => []],
      ['perez', () => [draft]],
      // Of the supplier, which all of them would have.
      ['espiga', () => []],
    ])('%j finds an invoice by its customer or number', async (q, found) => {
      const rows = await searchEntries(ctx, { folder: 'invoices', q, limit: 20 });
      expect(rows.map(({ id }) => id)).toEqual(found());
    });
  });

  describe('among thousands', () => {
    let many: Context;
    beforeAll(async () => {
      many = await newWorkspace();
      await addSuppliers(many, 3_000);
    });

    test.each([
      ['everything', undefined, 3_000],
      ['a common word', 'ferreteria', 600],
      ['two words', 'panaderia rio', 150],
      ['a word that few have', 'c4ca', undefined],
    ])('%s is read page by page, each entry once, newest first', async (_what, q, count) => {
      const seen: { id: string; createdAt: Date }[] = [];
      let cursor: string | undefined;
      do {
        const query = { folder: 'suppliers', limit: 100, cursor };
        const rows = await searchEntries(many, { ...query, q });
        seen.push(...rows.slice(0, 100));
        cursor = page(rows, query).nextCursor;
      } while (cursor);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
      expect(seen.length).toBe(count ?? seen.length);
      expect(seen.length).toBeGreaterThan(0);
      const instants = seen.map(({ createdAt }) => createdAt.getTime());
      expect(instants).toEqual(instants.toSorted((a, b) => b - a));
    });
  });
});
