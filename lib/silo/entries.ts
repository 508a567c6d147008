import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { version as uuidVersion, v4 as uuidv4 } from 'uuid';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { type EntryStateKey, entries } from '#lib/database/tables/silo.ts';
import { type Document, digestOf, documentOf, folderNamed, folderOf } from '#lib/documents/envelope.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { maxCounted } from '#lib/limits.ts';
import { afterCursor, fromInstant, inOrder, inSpan, type TimedPageQuery } from '#lib/paging.ts';
import { overQuotaError } from '#lib/quotas.ts';
import { requirePermission } from '#lib/roles.ts';
import { versionOf } from './change-entry.ts';
import {
  type InvoiceFilter,
  idsUnableToInvoice,
  idsWaiting,
  idsWithoutPointOfSale,
  matchesFilter,
} from './invoice-filter.ts';
import { completeForIssuer } from './issuer-status.ts';
import { refuseErased, requireReading } from './read-permissions.ts';

/** An entry without the columns that only the database uses. */
export type EntryRow = Omit<typeof entries.$inferSelect, DatabaseOnlyColumn>;
type DatabaseOnlyColumn =
  | 'search'
  | 'stateKey'
  | 'bytes'
  | 'reason'
  | 'issuer'
  | 'documentType'
  | 'pointOfSale'
  | 'issuedOn';

/** An entry without its document; a list shows the snippet. */
export type ListedEntry = Omit<EntryRow, 'doc'>;

const {
  doc: _doc,
  search: _search,
  stateKey: _stateKey,
  bytes: _bytes,
  reason: _reason,
  issuer: _issuer,
  documentType: _documentType,
  pointOfSale: _pointOfSale,
  issuedOn: _issuedOn,
  ...rest
} = getTableColumns(entries);
export const listedColumns = rest;

export interface NewEntry {
  /** A document, bare or in an envelope. */
  data: Document;
  /** Optional if the document's `$schema` names the folder. */
  folder?: string | undefined;
  /** The client's key, unique in the workspace. */
  key?: string | undefined;
}

export interface EntryQuery extends TimedPageQuery, InvoiceFilter {
  folder?: string | undefined;
  state?: EntryStateKey | undefined;
  ids?: readonly string[] | undefined;
  /** Lists archived entries instead of the others. */
  archived?: boolean | undefined;
  /** Code of the first fault, or of the obstacle that invoices wait for. */
  reason?: string | undefined;
  /** Limits the list to invoices on their way to the authority, archived ones included. */
  waiting?: boolean | undefined;
  /** Limits the list to registered suppliers without a usable point of sale. */
  withoutPointOfSale?: boolean | undefined;
  /** Limits the list to suppliers that were registered and cannot issue an invoice at this time. */
  unableToInvoice?: Date | undefined;
  /** Another condition on the entries, of a report. */
  condition?: SQL | undefined;
}

/**
 * Completes and stores a document. Repeating the id or key with the same document returns the existing entry.
 * @throws AltaError `validation` with paths into the document; `conflict` when the id or key is taken by
 * another entry, or `over-quota`
 */
export async function createEntry(ctx: Context, input: NewEntry, clientId?: string): Promise<EntryRow> {
  return (await createOrFindEntry(ctx, input, clientId)).entry;
}

/** Like `createEntry`; also returns whether the entry was created. A new entry has no meta yet. */
export async function createOrFindEntry(ctx: Context, input: NewEntry, clientId?: string): Promise<Created> {
  requirePermission(ctx, 'entries:write');
  const { doc, at } = documentOf(input.data);
  const name = folderOf(doc, at, input.folder);
  const folder = folderNamed(name);
  if (clientId && !folder.idVersions.includes(uuidVersion(clientId))) {
    const versions = folder.idVersions.map((version) => `v${version}`).join(', ');
    throw new AltaError('validation', 'The folder does not accept this version of UUID.', {
      fields: { id: `must be a UUID of version ${versions}` },
    });
  }
  const built = await completeForIssuer(ctx, doc, name, at);
  const row = {
    id: clientId ?? uuidv4(),
    workspaceId: ctx.workspace.id,
    folder: name,
    key: input.key ?? null,
    docSchema: folder.schema,
    doc: built,
    digest: digestOf(built),
    createdDigest: digestOf(doc),
  };
  return storeEntry(ctx, row);
}

/** @throws AltaError `not-found`, also for an entry of another workspace; `gone` `entry-erased` */
export async function fetchEntry(ctx: Context, id: string): Promise<EntryRow> {
  const row = await findEntry(ctx, eq(entries.id, id));
  if (!row) throw notFound('The entry');
  requireReading(ctx, row.folder);
  return row;
}

/** @throws AltaError `conflict` `not-a-supplier` */
export function requireSupplier({ folder }: Pick<EntryRow, 'folder'>): void {
  if (folder === 'suppliers') return;
  throw new AltaError('conflict', 'The entry is not a supplier.', { code: 'not-a-supplier' });
}

/** Fetches an entry by version. @throws AltaError `not-found` unless it is the newest: no other is stored */
export async function fetchVersion(ctx: Context, id: string, version: string): Promise<EntryRow> {
  const row = await fetchEntry(ctx, id);
  if (versionOf(row) === version) return row;
  throw new AltaError('not-found', `Only the newest version of an entry is stored: ${versionOf(row)}.`);
}

/**
 * Fetches an entry without its document, which may be a megabyte, but with the issuer's tax code of an invoice.
 * @param held locks the row until the end of the transaction, so that it cannot be erased meanwhile
 */
export async function fetchListedEntry(
  ctx: Context,
  id: string,
  { held = false } = {},
): Promise<ListedEntry & { supplierCode: string | null }> {
  const supplierCode = sql<string | null>`${entries.doc} #>> '{supplier,tax_id,code}'`;
  const found = reader(ctx)
    .select({ ...listedColumns, supplierCode })
    .from(entries)
    .where(byIdInWorkspace(ctx, id));
  const [row] = await (held ? found.for('key share') : found);
  if (!row) throw notFound('The entry');
  requireReading(ctx, row.folder);
  return row;
}

/** @throws AltaError `not-found`, also for a key of another workspace */
export async function fetchEntryByKey(ctx: Context, key: string): Promise<EntryRow> {
  const row = await findEntry(ctx, eq(entries.key, key));
  if (!row) throw notFound('The entry');
  requireReading(ctx, row.folder);
  return row;
}

/** Returns rows for one page, plus one if there is a next page. */
export async function listEntries(ctx: Context, query: EntryQuery): Promise<ListedEntry[]> {
  return reader(ctx)
    .select(listedColumns)
    .from(entries)
    .where(inArray(entries.id, idsInList(ctx, query, query.limit + 1)))
    .orderBy(...inOrder(entries, query));
}

/** First ids of a list, read from an index alone, so that rows outside the page are not read. */
export const idsInList = (ctx: Context, query: Omit<EntryQuery, 'limit'>, limit: number) =>
  reader(ctx)
    .select({ id: entries.id })
    .from(entries)
    .where(and(inList(ctx, query), fromInstant(entries, query)))
    .orderBy(...inOrder(entries, query))
    .limit(limit);

/** Number of entries in the list, up to `most` + 1. */
export const countEntries = (
  ctx: Context,
  query: Omit<EntryQuery, 'limit'>,
  most = maxCounted,
): Promise<number> => reader(ctx).$count(idsInList(ctx, query, most + 1).as('counted'));

/** Conditions of a list, from its cursor on. */
export const inList = (
  ctx: Context,
  {
    folder,
    state,
    ids,
    archived,
    withoutPointOfSale,
    unableToInvoice,
    condition,
    reason,
    waiting,
    cursor,
    ascending,
    since,
    until,
    ...query
  }: Omit<EntryQuery, 'limit'>,
): SQL | undefined => {
  requireReading(ctx, folder);
  return and(
    eq(entries.workspaceId, ctx.workspace.id),
    ids && sql`${entries.id} = any(${sql.param(ids)}::uuid[])`,
    folder ? eq(entries.folder, folder) : undefined,
    state ? eq(entries.stateKey, state) : undefined,
    waiting ? inArray(entries.id, idsWaiting(ctx, reason)) : isListed(archived),
    reason && !waiting ? eq(entries.reason, reason) : undefined,
    withoutPointOfSale ? inArray(entries.id, idsWithoutPointOfSale(ctx)) : undefined,
    unableToInvoice ? inArray(entries.id, idsUnableToInvoice(ctx, unableToInvoice)) : undefined,
    condition,
    matchesFilter(query),
    inSpan(entries, { since, until }),
    afterCursor(entries, cursor, { ascending }),
  );
};

const isListed = (archived: boolean | undefined): SQL | undefined =>
  archived ? and(isNotNull(entries.archivedAt), isNull(entries.erasedAt)) : isNull(entries.archivedAt);

const byIdInWorkspace = (ctx: Context, id: string): SQL | undefined =>
  and(eq(entries.id, id), eq(entries.workspaceId, ctx.workspace.id));

type NewRow = typeof entries.$inferInsert & { id: string };
type Created = { entry: EntryRow; created: boolean };

async function findEntry(ctx: Context, condition: SQL): Promise<EntryRow | undefined> {
  const [row] = await reader(ctx)
    .select()
    .from(entries)
    .where(and(eq(entries.workspaceId, ctx.workspace.id), condition));
  if (row) refuseErased(row);
  return row;
}

/** Stores a new entry, or finds the existing one. @throws AltaError `conflict`, also `over-quota` */
const storeEntry = (callerCtx: Context, row: NewRow): Promise<Created> =>
  inTransaction(callerCtx, async (tx) => {
    const ctx = { ...callerCtx, tx };
    const full = (await overQuotaError(tx, ctx, 'entries')) ?? (await overQuotaError(tx, ctx, 'storage'));
    const [stored] = full ? [] : await tx.insert(entries).values(row).onConflictDoNothing().returning();
    if (!stored) return { entry: await existingIfSame(ctx, row, full), created: false };
    await audit(tx, ctx, 'entry.created', { kind: 'entry', id: stored.id }, { folder: stored.folder });
    return { entry: stored, created: true };
  });

/**
 * A repeated request gets the existing entry, even if the quota has been used up since. The document of the request is
 * the one that was sent before, or makes the one that the entry has now.
 */
async function existingIfSame(ctx: Context, row: NewRow, full: AltaError | undefined): Promise<EntryRow> {
  const byId = await findEntry(ctx, eq(entries.id, row.id));
  const existing = byId ?? (row.key ? await findEntry(ctx, eq(entries.key, row.key)) : undefined);
  if (full && !existing) throw full;
  const same =
    existing &&
    (existing.createdDigest === row.createdDigest || existing.digest === row.digest) &&
    existing.folder === row.folder &&
    existing.key === row.key;
  if (same) return existing;
  const field = byId || !row.key ? 'id' : 'key';
  throw new AltaError('conflict', `A different entry with this ${field} already exists.`, {
    code: `${field}-taken`,
    fields: { [field]: existing && field === 'key' ? `is taken by the entry ${existing.id}` : 'is taken' },
  });
}

/**
 * Hides the entry from lists. A registration stays valid and jobs continue; only reminders stop. Idempotent.
 * @throws AltaError `not-found`
 */
export const archiveEntry = (ctx: Context, id: string, now = new Date()): Promise<ListedEntry> =>
  setArchived(ctx, id, now);

/** Shows the entry in lists again. Idempotent. @throws AltaError `not-found` */
export const restoreEntry = (ctx: Context, id: string): Promise<ListedEntry> => setArchived(ctx, id, null);

async function setArchived(ctx: Context, id: string, archivedAt: Date | null): Promise<ListedEntry> {
  requirePermission(ctx, 'entries:write');
  return inTransaction(ctx, async (tx) => {
    refuseErased(await fetchListedEntry({ ...ctx, tx }, id));
    const isOther = (archivedAt ? isNull : isNotNull)(entries.archivedAt);
    const changed = await tx
      .update(entries)
      .set({ archivedAt })
      .where(
        and(eq(entries.id, id), eq(entries.workspaceId, ctx.workspace.id), isNull(entries.erasedAt), isOther),
      )
      .returning({ id: entries.id });
    if (changed.length > 0) {
      await audit(tx, ctx, archivedAt ? 'entry.archived' : 'entry.restored', { kind: 'entry', id });
    }
    return fetchListedEntry({ ...ctx, tx }, id);
  });
}

interface TaxCode {
  country: string;
  code: string;
  /** Id of the entry being compared, left out of the result. */
  except?: string | undefined;
}

const maxSuppliers = 5;

/** The workspace's newest five suppliers with this tax code, archived ones included. Uses an index. */
export async function suppliersOf(ctx: Context, { country, code, except }: TaxCode): Promise<ListedEntry[]> {
  requirePermission(ctx, 'suppliers:read');
  return reader(ctx)
    .select(listedColumns)
    .from(entries)
    .where(
      and(
        eq(entries.workspaceId, ctx.workspace.id),
        sql`folder = 'suppliers'`,
        sql`(${entries.doc} #>> '{tax_id,code}') = ${code}`,
        sql`(${entries.doc} #>> '{tax_id,country}') = ${country}`,
        except ? ne(entries.id, except) : undefined,
      ),
    )
    .orderBy(desc(entries.createdAt), desc(entries.id))
    .limit(maxSuppliers);
}
