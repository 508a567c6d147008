import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, notExists, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { type Context, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { delegations, registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import type { StoredMessage } from '#lib/faults.ts';
import { requirePermission } from '#lib/roles.ts';

/** Filters of an invoice list, combined with AND. */
export interface InvoiceFilter {
  issuer?: string | undefined;
  /** The authority's codes; an invoice must have one of them. */
  documentTypes?: readonly string[] | undefined;
  pointOfSale?: string | undefined;
  /** ISO dates of issue, inclusive. */
  issuedFrom?: string | undefined;
  issuedUntil?: string | undefined;
  /** `any`, or the code of a remark, such as `ARCA-10041`. */
  remark?: string | undefined;
  /** Restricts the list to authorized invoices. */
  authorised?: boolean | undefined;
}

/**
 * Conditions on columns that come after the sort order in the indexes of entries, so that rows which do not
 * match are skipped without being read.
 */
export const matchesFilter = (filter: InvoiceFilter): SQL | undefined => and(...conditionsOf(filter));

const conditionsOf = ({
  issuer,
  documentTypes,
  pointOfSale,
  issuedFrom,
  issuedUntil,
  remark,
  authorised,
}: InvoiceFilter) => [
  authorised ? isAuthorised : undefined,
  issuer ? eq(entries.issuer, issuer) : undefined,
  documentTypes ? inArray(entries.documentType, [...documentTypes]) : undefined,
  pointOfSale ? eq(entries.pointOfSale, pointOfSale) : undefined,
  issuedFrom ? gte(entries.issuedOn, issuedFrom) : undefined,
  issuedUntil ? lte(entries.issuedOn, issuedUntil) : undefined,
  issuedUntil ? lt(entries.createdAt, createdBefore(issuedUntil)) : undefined,
  // Written as in the partial index, so that the index is used.
  remark ? sql`remarks <> '[]'` : undefined,
  remark && remark !== 'any' ? sql`remarks @> ${JSON.stringify([{ code: remark }])}::jsonb` : undefined,
];

/**
 * An invoice is dated at most ten days before it is built (10016), so no match was created after this instant.
 * The index scan starts there instead of today.
 */
const createdBefore = (issuedUntil: string) => new Date(Date.parse(issuedUntil) + 12 * 86_400_000);

/** Columns used to filter and order a list, for queries that find the entries in another way. */
export const filteredColumns = sql.raw(
  'id, workspace_id, folder, state_key, reason, archived_at, erased_at, created_at, issuer, document_type, point_of_sale, issued_on, remarks, stamps',
);

/** Condition: the invoice has a CAE. States can be set by hand, also for an invoice that the authority has never seen. */
export const isAuthorised = sql`${entries.stamps} @> '[{"prv": "arca-cae"}]'`;

/**
 * Invoices on their way to the authority, with the obstacle of their series: the others of a series wait for the one
 * that has it. The statuses are written as in the partial index.
 */
export const waitingInvoices = (ctx: Context) => {
  const { entryId, environment, cuit, pointOfSale, documentType, obstacle, jobCreatedAt } =
    invoiceSubmissions;
  const series = sql`(partition by ${environment}, ${cuit}, ${pointOfSale}, ${documentType}
    order by ${obstacle} is null, ${jobCreatedAt})`;
  return reader(ctx)
    .select({
      entryId,
      obstacle: sql<StoredMessage | null>`first_value(${obstacle}) over ${series}`.as('series_obstacle'),
      firstEntryId: sql<string>`first_value(${entryId}) over ${series}`.as('first_entry_id'),
    })
    .from(invoiceSubmissions)
    .where(
      and(
        eq(invoiceSubmissions.workspaceId, ctx.workspace.id),
        sql`${invoiceSubmissions.status} in ('queued', 'sending', 'unconfirmed')`,
      ),
    );
};

/** @param reason code of the obstacle; all waiting invoices without it */
export const idsWaiting = (ctx: Context, reason: string | undefined) => {
  const waiting = waitingInvoices(ctx).as('waiting');
  const ids = reader(ctx).select({ id: waiting.entryId }).from(waiting);
  return reason ? ids.where(sql`${waiting.obstacle} ->> 'code' = ${reason}`) : ids;
};

const { entryId, workspaceId, lacksPointOfSale, revokedAt } = registrations;

/** Suppliers registered in live for which ARCA lists no usable point of sale. */
export const idsWithoutPointOfSale = (ctx: Context) =>
  reader(ctx)
    .select({ entryId })
    .from(registrations)
    .where(and(eq(workspaceId, ctx.workspace.id), eq(lacksPointOfSale, true), isNull(revokedAt)));

/**
 * Suppliers that were registered but cannot issue an invoice at this time: without a usable point of sale, with an
 * expired certificate, or with a delegation that was lost. Each set is small and read from an index.
 */
export function idsUnableToInvoice(ctx: Context, now: Date) {
  const { workspace } = ctx;
  const active = and(isNotNull(certificates.activatedAt), isNull(certificates.supersededAt));
  const granted = reader(ctx)
    .select({ entryId: delegations.entryId })
    .from(delegations)
    .where(
      and(
        eq(delegations.entryId, certificates.entryId),
        isNotNull(delegations.grantedAt),
        isNull(delegations.lostAt),
      ),
    );
  const expired = reader(ctx)
    .select({ entryId: certificates.entryId })
    .from(certificates)
    .where(
      and(
        eq(certificates.workspaceId, workspace.id),
        active,
        lte(certificates.notAfter, now),
        notExists(granted),
      ),
    );
  const valid = reader(ctx)
    .select({ entryId: certificates.entryId })
    .from(certificates)
    .where(and(eq(certificates.entryId, delegations.entryId), active, gt(certificates.notAfter, now)));
  const lost = reader(ctx)
    .select({ entryId: delegations.entryId })
    .from(delegations)
    .where(and(eq(delegations.workspaceId, workspace.id), isNotNull(delegations.lostAt), notExists(valid)));
  return unionAll(idsWithoutPointOfSale(ctx), expired, lost);
}

/** Suppliers of a page that have no usable point of sale. */
export async function withoutPointOfSaleAmong(
  ctx: Context,
  suppliers: { id: string }[],
): Promise<Set<string>> {
  requirePermission(ctx, 'suppliers:read');
  // The sandbox accepts any number.
  if (ctx.workspace.environment === 'sandbox' || suppliers.length === 0) return new Set();
  const ids = suppliers.map(({ id }) => id);
  const without = idsWithoutPointOfSale(ctx).as('without');
  const rows = await reader(ctx).select().from(without).where(inArray(without.entryId, ids));
  return new Set(rows.map((row) => row.entryId));
}
