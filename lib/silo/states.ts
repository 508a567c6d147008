import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { batchLoader, rowsInKeyOrder } from '#lib/database/batching.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type EntryStateKey, entries, entryStateKeys, entryStates } from '#lib/database/tables/silo.ts';
import { plainText } from '#lib/documents/validation.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import type { StoredFault } from '#lib/faults.ts';
import { afterCursor, newestFirst, type PageQuery } from '#lib/paging.ts';
import { requirePermission } from '#lib/roles.ts';
import { lockEntry } from './change-entry.ts';
import { fetchListedEntry } from './entries.ts';
import { OwnMeta } from './meta.ts';
import { readsEveryFolder, refuseErased } from './read-permissions.ts';

export { type EntryStateKey, entryStateKeys };

const settable = entryStateKeys.filter((key) => key !== 'invalid');

/**
 * States that a user may set without contradicting the facts: an authorized invoice is not void or in progress,
 * another is not `sent` (shown as authorized), a registered supplier is not void, an unregistered one is not
 * registered, and a party is not sent or paid.
 */
export function manualStates({
  folder,
  state,
  isFinal,
}: {
  folder: string;
  state: EntryStateKey | null;
  /** Whether the invoice is authorized, or the supplier registered. */
  isFinal: boolean;
}): (typeof settable)[number][] {
  const fitting: readonly string[] = (folder === 'invoices' ? invoiceStates : partyStates)[
    isFinal ? 'final' : 'open'
  ];
  return settable.filter((key) => key === state || fitting.includes(key));
}

const invoiceStates = {
  open: ['empty', 'draft', 'processing', 'received', 'completed', 'paid', 'error', 'rejected', 'void'],
  final: ['sent', 'received', 'completed', 'paid'],
} as const;
const partyStates = {
  open: ['empty', 'draft', 'processing', 'completed', 'error', 'rejected', 'void'],
  final: ['processing', 'registered', 'completed', 'error', 'rejected'],
} as const;

export type EntryStateRow = typeof entryStates.$inferSelect;

export const StateInput = z.strictObject({
  key: z
    .enum(settable, { error: `must be one of ${settable.join(', ')}` })
    .describe('Any state except `invalid`, which only the system sets.'),
  notes: z
    .string()
    .trim()
    .max(2_000)
    .refine(...plainText)
    .optional()
    .describe('Reason, for people.'),
  meta: OwnMeta.optional(),
});
export type StateInput = z.infer<typeof StateInput>;

/** Sets the entry's state by hand. @throws AltaError `not-found` */
export async function setState(
  ctx: Context,
  entryId: string,
  { key, notes, meta }: StateInput,
): Promise<EntryStateRow> {
  requirePermission(ctx, 'entries:write');
  const { kind: src, id: srcId } = ctx.actor;
  return inTransaction(ctx, async (tx) => {
    refuseErased(await fetchListedEntry({ ...ctx, tx }, entryId));
    return setEntryState(tx, ctx, { entryId, key, notes, meta, faults: [], src, srcId });
  });
}

/** Lists the entry's states, newest first. Returns rows for one page, plus one if there is a next page. */
export async function listStates(
  ctx: Context,
  entryId: string,
  { limit, cursor }: PageQuery,
): Promise<EntryStateRow[]> {
  if (!readsEveryFolder(ctx)) await fetchListedEntry(ctx, entryId);
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

export interface NewState {
  entryId: string;
  key: EntryStateKey;
  notes?: string | undefined;
  meta?: Record<string, string> | undefined;
  /** Default: now. */
  createdAt?: Date | undefined;
  faults: StoredFault[];
  src: string;
  srcId?: string | undefined;
}

/**
 * Sets the entry's state and adds it to the history.
 * @param input `faults`: faults of the job that led to the state
 * @throws AltaError `not-found`
 */
export async function setEntryState(tx: Transaction, ctx: Context, input: NewState): Promise<EntryStateRow> {
  const label = await storeLabel(tx, { workspaceId: ctx.workspace.id, ...input });
  if (!label) throw notFound('The entry');
  await audit(tx, ctx, 'entry.state', { kind: 'entry', id: input.entryId }, { state: input.key });
  return label;
}

/** If an entry gets several labels at once, the last one becomes its current state. */
const storeLabel = batchLoader(
  async (tx: Transaction, labels: readonly (NewState & { workspaceId: string })[]) => {
    const rows = labels.map((label) => ({ id: uuidv7(), ...label }));
    const newest = [...new Map(rows.map((row) => [row.entryId, row])).values()];
    const { rows: labelled } = await tx.execute<{ id: string }>(sql`
      update ${entries} as entry set state = label.key, faults = label.faults, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(newest)}::jsonb) as label
        ("entryId" uuid, "workspaceId" uuid, key text, faults jsonb)
      where entry.id = label."entryId" and entry.workspace_id = label."workspaceId" and entry.erased_at is null
      returning entry.id`);
    const existingIds = new Set(labelled.map(({ id }) => id));
    const storable = rows.filter(({ entryId }) => existingIds.has(entryId));
    const stored = storable.length > 0 ? await tx.insert(entryStates).values(storable).returning() : [];
    return rowsInKeyOrder(
      rows.map(({ id }) => id),
      stored,
      ({ id }) => id,
    );
  },
);

const maxFutureMs = 60_000;

/**
 * Sets the entry's state by hand, with effect from the instant `at`. Idempotent. If a later state exists, this
 * state is only added to the history.
 * @throws AltaError `not-found`; `validation` for a future instant; `conflict` if another state has this
 * instant
 */
export async function setStateAt(
  ctx: Context,
  { entryId, at }: { entryId: string; at: Date },
  { key, notes, meta = {} }: StateInput,
  now = new Date(),
): Promise<EntryStateRow> {
  requirePermission(ctx, 'entries:write');
  if (at.getTime() > now.getTime() + maxFutureMs) {
    throw new AltaError('validation', 'The instant is in the future.', {
      fields: { at: 'is in the future' },
    });
  }
  const { kind: src, id: srcId } = ctx.actor;
  return inTransaction(ctx, async (tx) => {
    await lockEntry(tx, ctx, entryId);
    const ofEntry = eq(entryStates.entryId, entryId);
    const [existing] = await tx
      .select()
      .from(entryStates)
      .where(and(ofEntry, eq(entryStates.createdAt, at)))
      .limit(1);
    if (existing) return requireSameState(existing, { key, notes: notes ?? null, meta });
    const [newest] = await tx
      .select({ createdAt: entryStates.createdAt })
      .from(entryStates)
      .where(ofEntry)
      .orderBy(desc(entryStates.createdAt))
      .limit(1);
    const label = { entryId, key, notes, meta, createdAt: at, faults: [], src, srcId };
    return newest && newest.createdAt > at ? addToHistory(tx, ctx, label) : setEntryState(tx, ctx, label);
  });
}

function requireSameState(
  existing: EntryStateRow,
  { key, notes, meta }: Pick<EntryStateRow, 'key' | 'notes' | 'meta'>,
) {
  if (existing.key === key && existing.notes === notes && isDeepStrictEqual(existing.meta, meta))
    return existing;
  throw new AltaError('conflict', 'The entry already has another state at this instant.', {
    fields: { at: 'is taken' },
  });
}

async function addToHistory(tx: Transaction, ctx: Context, label: NewState): Promise<EntryStateRow> {
  const [stored] = await tx
    .insert(entryStates)
    .values({ id: uuidv7(), workspaceId: ctx.workspace.id, ...label })
    .returning();
  if (!stored) throw new Error('The state was not stored.');
  const { entryId, key } = stored;
  await audit(tx, ctx, 'entry.state', { kind: 'entry', id: entryId }, { state: key, at: stored.createdAt });
  return stored;
}
