import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, type Workspace } from '#lib/context.ts';
import { batchLoader, rowsInKeyOrder } from '#lib/database/batching.ts';
import type { Transaction } from '#lib/database/client.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { type Document, digestOf, documentOf } from '#lib/documents/envelope.ts';
import { hasCreditAccount } from '#lib/documents/invoice/credit-invoice.ts';
import { type PaperData, withPaperData } from '#lib/documents/invoice/paper-data.ts';
import { membersOf } from '#lib/documents/json.ts';
import { applyJsonPatch, JsonPatch, mergePatch } from '#lib/documents/patch.ts';
import { parseDocument } from '#lib/documents/validation.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import type { StoredFault } from '#lib/faults.ts';
import { type Actor, requirePermission } from '#lib/roles.ts';
import type { EntryRow } from './entries.ts';
import { completeForIssuer } from './issuer-status.ts';
import { refuseErased } from './read-permissions.ts';

export interface EntryChange {
  /**
   * The whole document or a merge patch for it, bare or in an envelope; or a list of JSON Patch operations.
   */
  data: Document | unknown[];
  mode: 'replace' | 'merge' | 'operations';
  /** Version the change is based on. Without it the change overwrites any newer version. */
  version?: string | undefined;
  /** Must be the entry's current folder: entries do not move. */
  folder?: string | undefined;
}

export const versionOf = ({ digest }: Pick<EntryRow, 'digest'>): string => digest.slice(0, 10);

/**
 * Changes an entry's document; returns the entry before and after. Callers go through
 * lib/invoices/change-document.ts, which refuses changes to parts that must not change.
 * @throws AltaError `validation` with paths into the document, or for another `folder`; `conflict`
 * `changed-meanwhile` when `version` is not the current one
 */
export async function changeEntry(
  ctx: Context,
  id: string,
  { data, version, mode, folder }: EntryChange,
): Promise<{ before: EntryRow; after: EntryRow }> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockEntry(tx, ctx, id);
    if (version !== undefined && version !== versionOf(before)) {
      throw new AltaError('conflict', 'The entry was changed in the meantime.', {
        code: 'changed-meanwhile',
        fields: { version: `is not the current version, ${versionOf(before)}` },
      });
    }
    if (folder !== undefined && folder !== before.folder) {
      throw new AltaError('validation', 'The folder of an entry can not be changed.', {
        fields: { folder: `is ${before.folder} and can not be changed: create another entry` },
      });
    }
    const { newDocument, at } =
      mode === 'operations'
        ? applyOperations(before.doc, data)
        : replaceOrMergeDocument(before.doc, data, mode);
    const doc = await completeForIssuer({ ...ctx, tx }, newDocument, before.folder, at);
    return { before, after: await storeDocument(tx, ctx, before, doc, 'entry.changed') };
  });
}

function replaceOrMergeDocument(before: Document, data: EntryChange['data'], mode: 'replace' | 'merge') {
  if (Array.isArray(data)) {
    const fields = { data: 'must be a document: a list requires application/json-patch+json' };
    throw new AltaError('validation', 'Some fields are not valid.', { fields });
  }
  const { doc: sent, at } = documentOf(data);
  return { newDocument: mode === 'merge' ? mergePatch(before, patchOf(sent)) : sent, at };
}

/** Pointers start at the document (`/name`). An error names the operation by its index in the list. */
function applyOperations(before: Document, data: EntryChange['data']) {
  const outcome = applyJsonPatch(before, parseDocument(JsonPatch, data, ['data']));
  if (outcome.ok) return { newDocument: outcome.value, at: ['data'] };
  const fields = { [`data[${outcome.index}]`]: outcome.problem };
  throw new AltaError('validation', 'The patch can not be applied.', { fields });
}

/**
 * Unwraps a patch in the shape of a fetched entry, which has the document in `doc`. No document has a member
 * `doc` itself.
 */
const patchOf = (sent: Document): unknown => (typeof sent.doc === 'object' && sent.doc ? sent.doc : sent);

/** Replaces the name in a party's document with the name entered in the wizard. The audit has the former name. */
export async function renameParty(tx: Transaction, ctx: Context, id: string, name: string): Promise<void> {
  const entry = await lockEntry(tx, ctx, id);
  const from = String(entry.doc.name ?? '');
  await storeDocument(tx, ctx, entry, { ...entry.doc, name }, 'entry.renamed', { from });
}

/**
 * Adds a supplier's account for credit invoices (FCE) to its document.
 * @throws AltaError `conflict` if it has one: an account is never replaced this way
 */
export async function addCreditAccount(
  tx: Transaction,
  ctx: Context,
  id: string,
  settings: Record<string, string>,
): Promise<void> {
  const entry = await lockEntry(tx, ctx, id);
  if (hasCreditAccount(entry.doc)) {
    throw new AltaError('conflict', 'The supplier has an account already.');
  }
  const meta = { ...membersOf(entry.doc.meta), ...settings };
  await storeDocument(tx, ctx, entry, { ...entry.doc, meta }, 'entry.account-added');
}

/** Adds the data for printed invoices that were entered in the wizard to a supplier's document. */
export async function storePaperData(
  tx: Transaction,
  ctx: Context,
  id: string,
  data: PaperData,
): Promise<void> {
  const entry = await lockEntry(tx, ctx, id);
  await storeDocument(tx, ctx, entry, withPaperData(entry.doc, data), 'entry.paper-data-entered');
}

/**
 * Locks the entry's row until the end of the transaction. Required before reading a document to change it.
 */
export async function lockEntry(tx: Transaction, ctx: Context, id: string): Promise<EntryRow> {
  const row = await lockRows(tx, { id, workspaceId: ctx.workspace.id });
  if (row?.workspaceId !== ctx.workspace.id) throw notFound('The entry');
  refuseErased(row);
  return row;
}

const lockRows = batchLoader(
  async (tx: Transaction, requested: readonly Pick<EntryRow, 'id' | 'workspaceId'>[]) => {
    const ids = requested.map(({ id }) => id);
    const owners = requested.map(({ workspaceId }) => workspaceId);
    const rows: EntryRow[] = await tx
      .select()
      .from(entries)
      .where(and(inArray(entries.id, ids), inArray(entries.workspaceId, owners)))
      // Ordered, so that two transactions locking several entries cannot deadlock.
      .orderBy(asc(entries.id))
      .for('update');
    return rowsInKeyOrder(ids, rows, ({ id }) => id);
  },
);

/**
 * Stores an invoice that is being sent, rebuilt with the customer's VAT status from the register.
 * @param auditDetail source of the status, for the audit
 */
export async function storeCustomerStatus(
  tx: Transaction,
  ctx: Context,
  entry: EntryRow,
  doc: Document,
  auditDetail: Record<string, string>,
): Promise<void> {
  await storeDocument(tx, ctx, entry, doc, 'entry.customer-settled', auditDetail);
}

async function storeDocument(
  tx: Transaction,
  ctx: Context,
  before: EntryRow,
  doc: Document,
  action:
    | 'entry.account-added'
    | 'entry.changed'
    | 'entry.customer-settled'
    | 'entry.paper-data-entered'
    | 'entry.renamed',
  auditDetail: Record<string, string> = {},
): Promise<EntryRow> {
  const digest = digestOf(doc);
  if (digest === before.digest) return before;
  // A job's faults refer to the document as it was before the change.
  const clearsFaults = action === 'entry.changed';
  const [after] = await tx
    .update(entries)
    .set({ doc, digest, ...(clearsFaults ? { faults: [], remarks: [] } : {}) })
    .where(eq(entries.id, before.id))
    .returning();
  if (!after) throw notFound('The entry');
  const fields = changedFields(before.doc, doc);
  await audit(
    tx,
    ctx,
    action,
    { kind: 'entry', id: before.id },
    { fields, version: versionOf(after), ...auditDetail },
  );
  return after;
}

/** Names of the members that differ. The audit stores only names, never values. */
const changedFields = (before: Document, after: Document): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => digestOf({ it: before[name] }) !== digestOf({ it: after[name] }),
  );

/**
 * Closes an entry for good: changes of its document are refused from now on. What the authority assigns, and what
 * the supplier enters in the wizard, is still added. Idempotent.
 */
export async function closeEntry(tx: Transaction, ctx: Context, id: string, now: Date): Promise<void> {
  requirePermission(ctx, 'entries:write');
  const entry = await lockEntry(tx, ctx, id);
  if (entry.closedAt) return;
  await tx.update(entries).set({ closedAt: now }).where(eq(entries.id, id));
  await audit(tx, ctx, 'entry.closed', { kind: 'entry', id }, { version: versionOf(entry) });
}

interface Stamp {
  /** Issuer and kind of the stamp: `arca-cae`. */
  prv: string;
  val: string;
}

export interface StampedEntry {
  entryId: string;
  actor: Actor;
  /** Adds the assigned data (such as the number and the CAE) to the document. */
  assign: (doc: Document) => Document;
  stamps: Stamp[];
  /** Remarks that came with the stamp; appended to the existing ones. */
  remarks: StoredFault[];
}

/** Stores stamps and the data assigned with them. Stamped documents can no longer be changed. */
export async function stampEntries(
  tx: Transaction,
  workspace: Workspace,
  stamped: StampedEntry[],
): Promise<void> {
  if (stamped.length === 0) return;
  const rows = await Promise.all(
    stamped.map(({ entryId, actor }) => lockEntry(tx, { workspace, actor }, entryId)),
  );
  const docs = new Map(rows.map(({ id, doc }) => [id, doc]));
  const changed = stamped.map(({ entryId, assign, stamps, remarks }) => {
    const before = docs.get(entryId);
    if (!before) throw new Error(`The entry ${entryId} is gone.`);
    const doc = assign(before);
    return { id: entryId, doc, digest: digestOf(doc), stamps, remarks };
  });
  await Promise.all(changed.map((entry) => write(tx, entry)));
  await Promise.all(
    stamped.map(({ entryId: id, actor, stamps }) => {
      const detail = { stamps: stamps.map(({ prv }) => prv) };
      return audit(tx, { workspace, actor }, 'entry.stamped', { kind: 'entry', id }, detail);
    }),
  );
}

const write = batchLoader(
  async (
    tx: Transaction,
    changed: readonly (Pick<EntryRow, 'id' | 'doc' | 'digest' | 'remarks'> & { stamps: Stamp[] })[],
  ) => {
    await tx.execute(sql`
      update ${entries} as entry
      set doc = stamped.doc, digest = stamped.digest, stamps = stamped.stamps,
        remarks = entry.remarks || stamped.remarks, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as stamped
        (id uuid, doc jsonb, digest text, stamps jsonb, remarks jsonb)
      where entry.id = stamped.id`);
    return changed.map(() => undefined);
  },
);
