import { and, eq, type SQL } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { type Context, reader } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { oneSetAtATime, sideBySide, together } from '#lib/database/sets.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { AltaError } from '#lib/errors.ts';
import { overQuota } from '#lib/quotas.ts';
import type { EntryRow } from './entries.ts';
import { refuseErased } from './reading.ts';

type NewRow = typeof entries.$inferInsert & { id: string };
interface Creation {
  ctx: Context;
  row: NewRow;
}
export type Created = { entry: EntryRow; created: boolean };

/** Stores it, or finds the same. @throws AltaError `conflict`, also `over-quota`. */
export const storeEntry = (ctx: Context, row: NewRow): Promise<Created> =>
  ctx.tx ? store(ctx.tx, { ctx, row }) : storeWithOthers({ ctx, row });

export async function findEntry(ctx: Context, condition: SQL): Promise<EntryRow | undefined> {
  const [row] = await reader(ctx)
    .select()
    .from(entries)
    .where(and(eq(entries.workspaceId, ctx.workspace.id), condition));
  if (row) refuseErased(row);
  return row;
}

/** What many send at the same time goes in one transaction; the conflict of one is its own. */
const storeWithOthers = oneSetAtATime<Creation, Created>(32, (creations) =>
  database().transaction((tx) => sideBySide(creations, (creation) => store(tx, creation).catch(errorOfOne))),
);

function errorOfOne(error: unknown): AltaError {
  if (error instanceof AltaError) return error;
  throw error;
}

async function store(tx: Transaction, { ctx, row }: Creation): Promise<Created> {
  const [full] = (await Promise.all(grown.map((name) => overQuota(tx, ctx, name)))).filter((each) => each);
  const stored = full ? undefined : await insert(tx, row);
  if (!stored) return { entry: await sameAgain({ ...ctx, tx }, row, full), created: false };
  await audit(tx, ctx, 'entry.created', { kind: 'entry', id: stored.id }, { folder: stored.folder });
  return { entry: stored, created: true };
}

const grown = ['entries', 'storage'] as const;

/** Each row as it was stored; undefined where its id or key is taken, by another of them too. */
const insert = together(async (tx: Transaction, rows: readonly NewRow[]) => {
  const stored = await tx
    .insert(entries)
    .values([...rows])
    .onConflictDoNothing()
    .returning();
  const byId = new Map(stored.map((row) => [row.id, row]));
  return rows.map(({ id }) => {
    const row = byId.get(id);
    byId.delete(id);
    return row;
  });
});

/** Who repeats a request is given what is there, however full the workspace is by now. */
async function sameAgain(ctx: Context, row: NewRow, full: AltaError | undefined): Promise<EntryRow> {
  const byId = await findEntry(ctx, eq(entries.id, row.id));
  const there = byId ?? (row.key ? await findEntry(ctx, eq(entries.key, row.key)) : undefined);
  if (full && !there) throw full;
  const same =
    there &&
    there.createdDigest === row.createdDigest &&
    there.folder === row.folder &&
    there.key === row.key;
  if (same) return there;
  const field = byId || !row.key ? 'id' : 'key';
  throw new AltaError('conflict', `An entry with this ${field} exists already and differs.`, {
    fields: { [field]: there && field === 'key' ? `is taken by the entry ${there.id}` : 'is taken' },
  });
}
