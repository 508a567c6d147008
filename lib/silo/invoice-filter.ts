import { and, eq, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import { entries } from '#lib/database/tables/silo.ts';

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
