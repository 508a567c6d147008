import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { entryStates } from '#lib/database/tables/silo.ts';
import { AltaError } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { lockEntry } from './change-entry.ts';
import { type EntryStateRow, type NewLabel, type StateInput, setEntryState } from './states.ts';

/** Clocks differ by so much. */
const aheadMs = 60_000;

/**
 * Labels the entry by hand as of an instant of the sender's, once: the same again changes nothing. Where a later label is
 * there already, this one only stands in the history.
 * @throws AltaError `not-found`; `validation` for an instant to come; `conflict` where another label has it
 */
export async function setStateAt(
  ctx: Context,
  { entryId, at }: { entryId: string; at: Date },
  { key, notes, meta = {} }: StateInput,
  now = new Date(),
): Promise<EntryStateRow> {
  requirePermission(ctx, 'entries:write');
  if (at.getTime() > now.getTime() + aheadMs) {
    throw new AltaError('validation', 'The instant is still to come.', { fields: { at: 'is to come' } });
  }
  const { kind: src, id: srcId } = ctx.actor;
  return inTransaction(ctx, async (tx) => {
    await lockEntry(tx, ctx, entryId);
    const ofEntry = eq(entryStates.entryId, entryId);
    const [there] = await tx
      .select()
      .from(entryStates)
      .where(and(ofEntry, eq(entryStates.createdAt, at)))
      .limit(1);
    if (there) return sameOrRefused(there, { key, notes: notes ?? null, meta });
    const [newest] = await tx
      .select({ createdAt: entryStates.createdAt })
      .from(entryStates)
      .where(ofEntry)
      .orderBy(desc(entryStates.createdAt))
      .limit(1);
    const label = { entryId, key, notes, meta, createdAt: at, faults: [], src, srcId };
    return newest && newest.createdAt > at ? keepInHistory(tx, ctx, label) : setEntryState(tx, ctx, label);
  });
}

function sameOrRefused(
  there: EntryStateRow,
  { key, notes, meta }: Pick<EntryStateRow, 'key' | 'notes' | 'meta'>,
) {
  if (there.key === key && there.notes === notes && isDeepStrictEqual(there.meta, meta)) return there;
  throw new AltaError('conflict', 'The entry has another state of this instant.', {
    fields: { at: 'is taken' },
  });
}

async function keepInHistory(tx: Transaction, ctx: Context, label: NewLabel): Promise<EntryStateRow> {
  const [kept] = await tx
    .insert(entryStates)
    .values({ id: uuidv7(), workspaceId: ctx.workspace.id, ...label })
    .returning();
  if (!kept) throw new Error('The state was not kept.');
  const { entryId, key } = kept;
  await audit(tx, ctx, 'entry.state', { kind: 'entry', id: entryId }, { state: key, at: kept.createdAt });
  return kept;
}
