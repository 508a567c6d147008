import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { entryActivity } from '#lib/reports/activity.ts';
import { workspaceOverview } from '#lib/reports/overview.ts';
import {
  archiveEntry,
  createEntry,
  fetchEntry,
  listEntries,
  restoreEntry,
  suppliersOf,
} from '#lib/silo/entries.ts';
import { searchEntries } from '#lib/silo/search.ts';
import { onDatabase, onNewDatabase } from '#tests/support/databases.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { newSupplier, newWorkspace } from '#tests/support/workspace.ts';

onDatabase('an archived entry', () => {
  test('leaves lists and search, is among the archived ones, and returns, with an audit line for each step', async () => {
    const ctx = await newWorkspace();
    const [kept, { id }] = [await newSupplier(ctx), await newSupplier(ctx)];
    const name = String((await fetchEntry(ctx, id)).doc.name);
    const seen = async (archived: boolean) => {
      const query = { limit: 20, folder: 'suppliers', archived };
      const listed = (await listEntries(ctx, query)).map((entry) => entry.id);
      const found = (await searchEntries(ctx, { ...query, q: name })).map((entry) => entry.id);
      return { listed: listed.includes(id), found: found.includes(id), other: listed.includes(kept.id) };
    };
    await archiveEntry(ctx, id);
    const { archivedAt } = await archiveEntry(ctx, id, new Date(0));
    expect(archivedAt?.getTime()).toBeGreaterThan(0);
    expect(await seen(false)).toEqual({ listed: false, found: false, other: true });
    expect(await seen(true)).toEqual({ listed: true, found: true, other: false });
    expect(await fetchEntry(ctx, id)).toMatchObject({ archivedAt });
    await restoreEntry(ctx, id);
    await restoreEntry(ctx, id);
    expect(await seen(false)).toEqual({ listed: true, found: true, other: true });
    const { list } = await entryActivity(ctx, id, { limit: 10 });
    expect(list.map(({ action }) => action)).toEqual(['entry.restored', 'entry.archived', 'entry.created']);
  });

  test('is not counted by the overview, whose numbers match the lists', async () => {
    const ctx = await newWorkspace();
    const [{ id }] = [await newSupplier(ctx), await newSupplier(ctx)];
    const counted = async () => (await workspaceOverview(ctx)).suppliers.total;
    expect(await counted()).toBe(2);
    await archiveEntry(ctx, id);
    expect(await counted()).toBe(1);
    await restoreEntry(ctx, id);
    expect(await counted()).toBe(2);
  });

  test('can be neither archived nor restored from another workspace', async () => {
    const ctx = await newWorkspace();
    const { id } = await newSupplier(ctx);
    const stranger = await newWorkspace();
    for (const act of [archiveEntry, restoreEntry]) {
      await expect(act(stranger, id)).rejects.toMatchObject({ key: 'not-found' });
      await expect(act(ctx, randomUUID())).rejects.toMatchObject({ key: 'not-found' });
    }
  });
});

onDatabase('the suppliers of a CUIT', () => {
  const make = async (ctx: Awaited<ReturnType<typeof newWorkspace>>, code: string, folder = 'suppliers') => {
    const { id } = await createEntry(ctx, { folder, data: { name: 'Dos', tax_id: { country: 'AR', code } } });
    return id;
  };

  test('are the workspace’s own, also archived ones, without customers', async () => {
    const [ctx, stranger] = [await newWorkspace(), await newWorkspace()];
    const code = newCuit('30');
    const [first, second] = [await make(ctx, code), await make(ctx, code)];
    await make(ctx, code, 'customers');
    await make(ctx, newCuit('30'));
    await make(stranger, code);
    await archiveEntry(ctx, second);
    const ids = async (except?: string) =>
      (await suppliersOf(ctx, { country: 'AR', code, except })).map(({ id }) => id);
    expect(new Set(await ids())).toEqual(new Set([first, second]));
    expect(await ids(first)).toEqual([second]);
  });
});

// What the planner knows of rows that other files leave decides which of two good indexes it takes.
onNewDatabase('the suppliers of a CUIT, in a database of their own', () => {
  test('are found by their index', async () => {
    const plan = await database().transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(sql`explain select id from entries where workspace_id = ${randomUUID()}
        and folder = 'suppliers' and (doc #>> '{tax_id,code}') = '30712345671'`);
    });
    expect(JSON.stringify(plan.rows)).toContain('suppliers_by_tax_code');
  });
});
