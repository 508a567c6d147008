import { and, eq, gte, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { requirePermission } from '#lib/roles.ts';

/** What narrows a list of invoices down; it has all of what is given. */
export interface InvoiceFilter {
  /** The tax code of who issues them. */
  issuer?: string | undefined;
  /** Any of these, by the authority's codes. */
  documentTypes?: readonly string[] | undefined;
  pointOfSale?: string | undefined;
  /** ISO dates of issue, both days included. */
  issuedFrom?: string | undefined;
  issuedUntil?: string | undefined;
  /** `any`: with a remark; else the code of one, such as `ARCA-10041`. */
  remark?: string | undefined;
}

/** By columns that stand behind the order in the indexes of entries: what does not match is passed over unread. */
export const matchesFilter = (filter: InvoiceFilter): SQL | undefined => and(...conditionsOf(filter));

const conditionsOf = ({
  issuer,
  documentTypes,
  pointOfSale,
  issuedFrom,
  issuedUntil,
  remark,
}: InvoiceFilter) => [
  issuer ? eq(entries.issuer, issuer) : undefined,
  documentTypes ? inArray(entries.documentType, [...documentTypes]) : undefined,
  pointOfSale ? eq(entries.pointOfSale, pointOfSale) : undefined,
  issuedFrom ? gte(entries.issuedOn, issuedFrom) : undefined,
  issuedUntil ? lte(entries.issuedOn, issuedUntil) : undefined,
  issuedUntil ? lt(entries.createdAt, createdBefore(issuedUntil)) : undefined,
  // Written out, for the index of those that have one.
  remark ? sql`remarks <> '[]'` : undefined,
  remark && remark !== 'any' ? sql`remarks @> ${JSON.stringify([{ code: remark }])}::jsonb` : undefined,
];

/**
 * A document is dated at most ten days from when it is built (10016), so none of these was created later: the index
 * is read from there on, not from today.
 */
const createdBefore = (issuedUntil: string) => new Date(Date.parse(issuedUntil) + 12 * 86_400_000);

/** The columns by which a list is narrowed down and ordered, for a set of entries that was found otherwise. */
export const filteredColumns = sql.raw(
  'id, workspace_id, folder, state_key, archived_at, erased_at, created_at, issuer, document_type, point_of_sale, issued_on, remarks',
);

const { entryId, workspaceId, lacksPointOfSale, revokedAt } = registrations;

/** The suppliers registered in live of whom ARCA lists no point of sale that invoices can be issued with. */
export const idsWithoutPointOfSale = (ctx: Context) =>
  reader(ctx)
    .select({ entryId })
    .from(registrations)
    .where(and(eq(workspaceId, ctx.workspace.id), eq(lacksPointOfSale, true), isNull(revokedAt)));

/** Which of the suppliers of a page are among them. */
export async function withoutPointOfSaleAmong(
  ctx: Context,
  suppliers: { id: string }[],
): Promise<Set<string>> {
  requirePermission(ctx, 'suppliers:read');
  // The sandbox takes any number.
  if (ctx.workspace.environment === 'sandbox' || suppliers.length === 0) return new Set();
  const ids = suppliers.map(({ id }) => id);
  const without = idsWithoutPointOfSale(ctx).as('without');
  const rows = await reader(ctx).select().from(without).where(inArray(without.entryId, ids));
  return new Set(rows.map((row) => row.entryId));
}
