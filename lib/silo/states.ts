import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { entries, entryStates } from '#lib/database/tables/silo.ts';
import { notFound } from '#lib/errors.ts';
import type { StoredFault } from '#lib/faults/fault.ts';
import { afterCursor, newestFirst, type PageQuery } from '#lib/paging.ts';

export const entryStateKeys = [
  'invalid',
  'empty',
  'draft',
  'processing',
  'registered',
  'completed',
  'sent',
  'received',
  'paid',
  'error',
  'rejected',
  'void',
] as const;
export type EntryStateKey = (typeof entryStateKeys)[number];
const settable = entryStateKeys.filter((key) => key !== 'invalid');

export type EntryStateRow = typeof entryStates.$inferSelect;

export const StateInput = z.strictObject({
  key: z
    .enum(settable, { error: `must be one of ${settable.join(', ')}` })
    .describe("All but `invalid`, which is the system's own word."),
  notes: z.string().trim().max(2_000).optional().describe('Why, for people.'),
});
export type StateInput = z.infer<typeof StateInput>;

/** Labels the entry by hand. @throws AltaError `not-found` */
export async function setState(
  ctx: Context,
  entryId: string,
  { key, notes }: StateInput,
): Promise<EntryStateRow> {
  const { kind: src, id: srcId } = ctx.actor;
  return inTransaction(ctx, (tx) => setEntryState(tx, ctx, { entryId, key, notes, faults: [], src, srcId }));
}

/** The entry's labels, the newest first: rows for one page, and one more when there is a next page. */
export async function listStates(
  ctx: Context,
  entryId: string,
  { limit, cursor }: PageQuery,
): Promise<EntryStateRow[]> {
  return reader(ctx)
    .select()
    .from(entryStates)
    .where(
      and(
        eq(entryStates.entryId, entryId),
        eq(entryStates.workspaceId, ctx.workspace.id),
        afterCursor(entryStates, cursor),
      ),
    )
    .orderBy(...newestFirst(entryStates))
    .limit(limit + 1);
}

/** Labels the entry, and keeps the label in its history. `faults` are those of the job that says why. */
export async function setEntryState(
  tx: Transaction,
  ctx: Context,
  input: {
    entryId: string;
    key: EntryStateKey;
    notes?: string | undefined;
    faults: StoredFault[];
    src: string;
    srcId?: string | undefined;
  },
): Promise<EntryStateRow> {
  const { entryId, key, faults, ...rest } = input;
  const changed = await tx
    .update(entries)
    .set({ state: key, faults })
    .where(and(eq(entries.id, entryId), eq(entries.workspaceId, ctx.workspace.id)))
    .returning({ id: entries.id });
  if (changed.length === 0) throw notFound('The entry');
  const [label] = await tx
    .insert(entryStates)
    .values({ id: uuidv7(), entryId, workspaceId: ctx.workspace.id, key, faults, ...rest })
    .returning();
  if (!label) throw new Error('The state was not stored.');
  await audit(tx, ctx, 'entry.state', { kind: 'entry', id: entryId }, { state: key });
  return label;
}
