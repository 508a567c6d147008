import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '#lib/audit.ts';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { entries, entryStates } from '#lib/database/tables/silo.ts';
import { type Fault, notFound } from '#lib/errors.ts';

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

/** Labels the entry, and keeps the label in its history. `faults` are those of the job that says why. */
export async function setEntryState(
  tx: Transaction,
  ctx: Context,
  input: { entryId: string; key: EntryStateKey; faults: Fault[]; src: string; srcId: string },
): Promise<void> {
  const { entryId, key, faults, src, srcId } = input;
  const changed = await tx
    .update(entries)
    .set({ state: key, faults })
    .where(and(eq(entries.id, entryId), eq(entries.workspaceId, ctx.workspace.id)))
    .returning({ id: entries.id });
  if (changed.length === 0) throw notFound('The entry');
  await tx
    .insert(entryStates)
    .values({ id: uuidv7(), entryId, workspaceId: ctx.workspace.id, key, faults, src, srcId });
  await audit(tx, ctx, 'entry.state', { kind: 'entry', id: entryId }, { state: key });
}
