import { and, desc, eq, exists, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { taxpayers } from '#lib/database/tables/authority.ts';
import { pointsOfSale, registrations } from '#lib/database/tables/registrations.ts';
import { entries, entryMeta } from '#lib/database/tables/silo.ts';
import { completeDocument } from '#lib/documents/build.ts';
import { normaliseCuit } from '#lib/documents/cuit.ts';
import { type Document, documentOf, folderOf } from '#lib/documents/envelope.ts';
import { accountSettings, lacksAccount, withAccount } from '#lib/documents/invoice/credit-invoice.ts';
import {
  documentType,
  type IssuerStatus,
  isExport,
  letterOfTags,
} from '#lib/documents/invoice/document-types.ts';
import { documentTypeExtension } from '#lib/documents/invoice/extensions.ts';
import {
  exportToLookUp,
  type IssuerKey,
  issuerStatusIn,
  issuerToLookUp,
  statusOfPointOfSale,
  withExportTag,
  withIssuerStatus,
} from '#lib/documents/invoice/issuer-status.ts';
import { withStoredPaperData } from '#lib/documents/invoice/paper-data.ts';
import { issuerGapsOf } from '#lib/documents/invoice/paper-gaps.ts';
import { isObject, itemsOf, membersOf, textOf } from '#lib/documents/json.ts';
import { waitForTurn } from '#lib/event-loop.ts';

/**
 * An issuer's stored VAT status: the first known of the status from the invoice's point of sale; from the usable
 * points of sale, if they agree; from the last answer of the taxpayers' register; from the supplier's entry.
 * Makes no outside call.
 */
export async function storedIssuerStatus(
  ctx: Context,
  { cuit, pointOfSale }: IssuerKey,
): Promise<IssuerStatus | undefined> {
  const facts = await factsOf(ctx, cuit);
  const points = facts.flatMap(({ number, system, usable }) =>
    number === null || system === null ? [] : [{ number, usable, status: statusOfPointOfSale(system) }],
  );
  const ofPoint = points.find(({ number }) => number === pointOfSale)?.status;
  const [usual, another] = new Set(points.filter(({ usable }) => usable).map(({ status }) => status));
  const register = facts.find(({ register: found }) => found)?.register ?? undefined;
  const own = facts.map(({ code }) => issuerStatusIn({ ext: { [vatStatus]: code ?? '' } })).find(Boolean);
  return ofPoint ?? (another ? undefined : usual) ?? register ?? own;
}

const vatStatus = 'ar-arca-vat-status';

interface Fact {
  register: IssuerStatus | null;
  code: string | null;
  number: number | null;
  system: string | null;
  usable: boolean | null;
}

/** One row for each point of sale of each entry of the issuer. Those for exports imply no status. */
async function factsOf(ctx: Context, cuit: string): Promise<Fact[]> {
  const { rows } = await reader(ctx).execute<Fact & Record<string, unknown>>(sql`
    select ${taxpayers.taxpayer} #>> '{vat,status}' as register,
      ${entries.doc} #>> '{ext,ar-arca-vat-status}' as code,
      ${pointsOfSale.number} as number, ${pointsOfSale.system} as system, ${pointsOfSale.usable} as usable
    from (select ${ctx.workspace.id}::uuid as workspace_id, ${cuit}::text as cuit) as asked
    left join ${taxpayers} on ${taxpayers.workspaceId} = asked.workspace_id and ${taxpayers.cuit} = asked.cuit
    left join ${entries} on ${entries.workspaceId} = asked.workspace_id and ${entries.folder} = 'suppliers'
      and (${entries.doc} #>> '{tax_id,code}') = asked.cuit
    left join ${pointsOfSale} on ${pointsOfSale.entryId} = ${entries.id} and ${pointsOfSale.service} = 'wsfe'`);
  return rows;
}

/**
 * Whether the point of sale only issues exports; without one that is listed and usable, whether all of the issuer's
 * usable ones do, unless one of their lists was never read. Makes no outside call.
 */
async function onlyExports(ctx: Context, { cuit, pointOfSale }: IssuerKey): Promise<boolean> {
  const { number, service } = pointsOfSale;
  const read = reader(ctx)
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(eq(registrations.entryId, entries.id), isNotNull(registrations.pointsOfSaleReadAt)));
  const usable = await reader(ctx)
    .select({ number, service, areAllListed: sql<boolean>`${exists(read)}` })
    .from(pointsOfSale)
    .innerJoin(entries, eq(entries.id, pointsOfSale.entryId))
    .where(
      and(
        eq(entries.workspaceId, ctx.workspace.id),
        eq(entries.folder, 'suppliers'),
        sql`(${entries.doc} #>> '{tax_id,code}') = ${cuit}`,
        eq(pointsOfSale.usable, true),
      ),
    );
  const own = usable.filter(({ number }) => number === pointOfSale);
  if (own.length > 0) return own.every(({ service }) => service === 'wsfex');
  return usable.length > 0 && usable.every((point) => point.service === 'wsfex' && point.areAllListed);
}

/**
 * Adds what determines the class of an invoice that states none: the tag of an export, and the issuer's status. A
 * customer abroad and a point of sale for exports make it an export, whatever the issuer's status is.
 */
export async function withStoredClass(ctx: Context, doc: Document): Promise<Document> {
  const exporter = exportToLookUp(doc);
  const tagged = exporter && (await onlyExports(ctx, exporter)) ? withExportTag(doc) : doc;
  const issuer = issuerToLookUp(tagged);
  return issuer ? withIssuerStatus(tagged, await storedIssuerStatus(ctx, issuer)) : tagged;
}

/** Whether completing the document takes so long that other work gets a turn first. */
export const isLongInvoice = ({ lines }: Document): boolean => Array.isArray(lines) && lines.length > 20;

/**
 * Completes a document that is to be stored. If an invoice states no class, what is stored of the issuer determines it.
 * @param at path of the document in the request
 */
export async function completeForIssuer(
  ctx: Context,
  doc: unknown,
  folder: string,
  at: string[],
): Promise<Document> {
  if (folder !== 'invoices' || !isObject(doc)) return completeDocument(doc, folder, at);
  const numbered = await withDefaultPointOfSale(ctx, doc);
  const paid = await withStoredAccount(ctx, await withPaperDataOfSupplier(ctx, numbered));
  const classed = await withStoredClass(ctx, paid);
  if (isLongInvoice(paid)) await waitForTurn();
  return completeDocument(classed, folder, at);
}

/** Meta value in which a supplier's default point of sale is stored. */
export const defaultPointMeta = { src: 'gov-ar', key: 'default-point-of-sale' } as const;

/** The default point of sale of the supplier with a CUIT; undefined if none is set. Not for exports, which have others. */
export async function fetchDefaultPointOfSale(ctx: Context, cuit: string): Promise<number | undefined> {
  const [row] = await reader(ctx)
    .select({ value: entryMeta.value })
    .from(entries)
    .innerJoin(
      entryMeta,
      and(
        eq(entryMeta.entryId, entries.id),
        eq(entryMeta.src, defaultPointMeta.src),
        eq(entryMeta.key, defaultPointMeta.key),
      ),
    )
    .where(isSupplier(ctx, cuit))
    .orderBy(...ownEntryFirst(ctx))
    .limit(1);
  return typeof row?.value === 'number' ? row.value : undefined;
}

/** Gives an invoice without a point of sale the default one of its supplier. */
async function withDefaultPointOfSale(ctx: Context, doc: Document): Promise<Document> {
  const cuit = normaliseCuit(textOf(membersOf(membersOf(doc.supplier).tax_id).code));
  const isNumbered = doc.series !== undefined && doc.series !== '';
  if (isNumbered || !cuit || mayBeExport(doc)) return doc;
  const number = await fetchDefaultPointOfSale(ctx, cuit);
  return number === undefined ? doc : { ...doc, series: String(number) };
}

function mayBeExport(doc: Document): boolean {
  const code = textOf(membersOf(membersOf(doc.tax).ext)[documentTypeExtension]);
  const letter = letterOfTags(itemsOf(doc.$tags)) ?? (code ? documentType(code)?.letter : undefined);
  return letter === undefined ? exportToLookUp(doc) !== undefined : isExport({ letter });
}

/** Adds what the PDF requires of the supplier and the document lacks, from the supplier's own entry. */
async function withPaperDataOfSupplier(ctx: Context, doc: Document): Promise<Document> {
  const supplier = membersOf(doc.supplier);
  const cuit = normaliseCuit(textOf(membersOf(supplier.tax_id).code));
  if (!cuit || issuerGapsOf(supplier).length === 0) return doc;
  const [stored] = await reader(ctx)
    .select({ doc: entries.doc })
    .from(entries)
    .where(isSupplier(ctx, cuit))
    .orderBy(...ownEntryFirst(ctx))
    .limit(1);
  return stored ? { ...doc, supplier: withStoredPaperData(supplier, stored.doc) } : doc;
}

const isSupplier = (ctx: Context, cuit: string) =>
  and(
    eq(entries.workspaceId, ctx.workspace.id),
    // Not a parameter, so that the partial index is used.
    sql`folder = 'suppliers'`,
    sql`(${entries.doc} #>> '{tax_id,code}') = ${cuit}`,
  );

/**
 * Order of the entries with one CUIT: first the registered ones, since anybody with a link can enter data in an entry
 * that was created with a wrong CUIT; then those that are not archived; then the newest.
 */
function ownEntryFirst(ctx: Context): SQL[] {
  const { id, entryId, completedAt, revokedAt } = registrations;
  const registered = reader(ctx)
    .select({ id })
    .from(registrations)
    .where(
      and(
        eq(registrations.workspaceId, ctx.workspace.id),
        eq(entryId, entries.id),
        isNotNull(completedAt),
        isNull(revokedAt),
      ),
    )
    .limit(1);
  return [
    // Not `exists`, for which PostgreSQL may read all registrations of the workspace into a hash table.
    sql`(${registered}) is null`,
    sql`${entries.archivedAt} is not null`,
    desc(entries.createdAt),
    desc(entries.id),
  ];
}

/**
 * Adds the account of a credit invoice (FCE) from the supplier in the document, or else from its own entry that has
 * one.
 */
async function withStoredAccount(ctx: Context, doc: Document): Promise<Document> {
  if (!lacksAccount(doc)) return doc;
  const supplier = membersOf(doc.supplier);
  const own = withAccount(doc, membersOf(supplier.meta));
  const cuit = normaliseCuit(textOf(membersOf(supplier.tax_id).code));
  if (own !== doc || !cuit) return own;
  const [stored] = await reader(ctx)
    .select({ meta: sql<Record<string, unknown> | null>`${entries.doc} -> 'meta'` })
    .from(entries)
    .where(and(isSupplier(ctx, cuit), sql`${entries.doc} -> 'meta' ? ${accountSettings.cbu}`))
    .orderBy(...ownEntryFirst(ctx))
    .limit(1);
  return withAccount(doc, stored?.meta ?? {});
}

/**
 * Completes, normalises and validates a document without storing it.
 * @param named target folder; otherwise the document's `$schema` names it
 * @throws AltaError `validation` with a fault for each invalid field, and the field's path in the document
 */
export async function buildForIssuer(ctx: Context, data: Document, named?: string): Promise<Document> {
  const { doc, at } = documentOf(data);
  return completeForIssuer(ctx, doc, folderOf(doc, at, named), at);
}
