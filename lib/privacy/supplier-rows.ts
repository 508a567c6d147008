import { and, asc, eq, getTableColumns, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Context, reader } from '#lib/context.ts';
import { taxpayers } from '#lib/database/tables/authority.ts';
import { batches, batchRows } from '#lib/database/tables/batches.ts';
import { accessTickets, certificates } from '#lib/database/tables/certificates.ts';
import { invoiceSeries, invoiceSubmissions, unclaimedVouchers } from '#lib/database/tables/invoices.ts';
import { mails } from '#lib/database/tables/mails.ts';
import {
  delegations,
  pointsOfSale,
  registrationLinks,
  registrations,
} from '#lib/database/tables/registrations.ts';
import { auditLog, entries, entryFiles, entryMeta, entryStates } from '#lib/database/tables/silo.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { intentEvents, intents, jobs } from '#lib/database/tables/workflows.ts';
import type { EntryRow } from '#lib/silo/entries.ts';

/** A supplier's entry id, and the tax code that identifies them as issuer of the workspace's invoices. */
export interface Supplier {
  id: string;
  code: string | undefined;
}

export interface Part {
  table: PgTable;
  where: SQL | undefined;
  /** Columns for keyset pagination. */
  key: PgColumn[];
  columns: Record<string, PgColumn | SQL>;
}

export type PartName = keyof ReturnType<typeof partsOf>;

/** Describes all rows about a supplier, by table as in docs/privacy.md, without sealed columns. */
export function partsOf(ctx: Context, { id, code = '' }: Supplier) {
  const db = reader(ctx);
  const { id: workspaceId } = ctx.workspace;
  const ofWorkspace = (table: { workspaceId: PgColumn }) => eq(table.workspaceId, workspaceId);
  const belongsToSupplier = and(
    ofWorkspace(entries),
    or(eq(entries.id, id), and(sql`folder = 'invoices'`, eq(entries.issuer, code))),
  );
  const entryIds = db.select({ id: entries.id }).from(entries).where(belongsToSupplier);
  const isRegistered = and(ofWorkspace(registrations), eq(registrations.entryId, id));
  const registrationIds = db.select({ id: registrations.id }).from(registrations).where(isRegistered);
  const isLinked = and(
    ofWorkspace(registrationLinks),
    inArray(registrationLinks.registrationId, registrationIds),
  );
  const linkIds = db.select({ id: registrationLinks.id }).from(registrationLinks).where(isLinked);
  const isCertified = and(ofWorkspace(certificates), eq(certificates.entryId, id));
  const certificateIds = db.select({ id: certificates.id }).from(certificates).where(isCertified);
  const isRun = and(ofWorkspace(jobs), inArray(jobs.entryId, entryIds));
  const jobIds = db.select({ id: jobs.id }).from(jobs).where(isRun);
  const intentIds = db.select({ id: intents.id }).from(intents).where(inArray(intents.jobId, jobIds));
  const batchIds = db.select({ id: batches.id }).from(batches).where(ofWorkspace(batches));
  // Another workspace may have its own series for the same CUIT.
  const isOfOurSeries = (table: typeof invoiceSeries | typeof unclaimedVouchers) => sql`(${table.environment},
    ${table.cuit}, ${table.pointOfSale}, ${table.documentType}) in (
      select environment, cuit, point_of_sale, document_type from ${invoiceSubmissions}
      where ${inArray(invoiceSubmissions.entryId, entryIds)})`;
  const text = (ids: SQLWrapper) => sql`(select id::text from (${ids.getSQL()}) as named)`;
  const isAboutThem = (subject: PgColumn, ids: SQLWrapper[]) =>
    sql`${subject} in (${sql.join(ids.map(text), sql` union all `)})`;
  const isLogged = isAboutThem(auditLog.subjectId, [entryIds, registrationIds, linkIds, jobIds]);

  return {
    entries: part(entries, belongsToSupplier),
    entry_files: part(entryFiles, and(ofWorkspace(entryFiles), inArray(entryFiles.entryId, entryIds))),
    entry_meta: part(entryMeta, and(ofWorkspace(entryMeta), inArray(entryMeta.entryId, entryIds)), [
      entryMeta.entryId,
      entryMeta.src,
      entryMeta.key,
    ]),
    entry_states: part(entryStates, and(ofWorkspace(entryStates), inArray(entryStates.entryId, entryIds))),
    registrations: part(registrations, isRegistered),
    registration_links: part(registrationLinks, isLinked),
    mails: part(mails, isAboutThem(mails.subject, [registrationIds, linkIds, certificateIds, entryIds])),
    certificates: part(certificates, isCertified),
    access_tickets: part(accessTickets, inArray(accessTickets.certificateId, certificateIds), [
      accessTickets.certificateId,
      accessTickets.service,
    ]),
    delegations: part(delegations, and(ofWorkspace(delegations), eq(delegations.entryId, id)), [
      delegations.entryId,
    ]),
    points_of_sale: part(pointsOfSale, eq(pointsOfSale.entryId, id), [
      pointsOfSale.entryId,
      pointsOfSale.number,
    ]),
    taxpayers: part(taxpayers, and(ofWorkspace(taxpayers), eq(taxpayers.cuit, code)), [
      taxpayers.workspaceId,
      taxpayers.cuit,
    ]),
    invoice_submissions: part(
      invoiceSubmissions,
      and(ofWorkspace(invoiceSubmissions), inArray(invoiceSubmissions.entryId, entryIds)),
    ),
    invoice_series: part(invoiceSeries, isOfOurSeries(invoiceSeries), [
      invoiceSeries.environment,
      invoiceSeries.cuit,
      invoiceSeries.pointOfSale,
      invoiceSeries.documentType,
    ]),
    unclaimed_vouchers: part(unclaimedVouchers, isOfOurSeries(unclaimedVouchers), [
      unclaimedVouchers.environment,
      unclaimedVouchers.cuit,
      unclaimedVouchers.pointOfSale,
      unclaimedVouchers.documentType,
      unclaimedVouchers.number,
    ]),
    jobs: part(jobs, isRun),
    intents: part(intents, inArray(intents.jobId, jobIds)),
    intent_events: part(intentEvents, inArray(intentEvents.intentId, intentIds), [
      intentEvents.intentId,
      intentEvents.index,
    ]),
    batch_rows: part(
      batchRows,
      and(inArray(batchRows.batchId, batchIds), isInRow(entryIds.getSQL(), id, code)),
      [batchRows.batchId, batchRows.index],
    ),
    webhook_deliveries: part(
      webhookDeliveries,
      and(
        ofWorkspace(webhookDeliveries),
        or(inArray(webhookDeliveries.entryId, entryIds), inArray(webhookDeliveries.jobId, jobIds)),
      ),
    ),
    audit_log: part(auditLog, and(ofWorkspace(auditLog), isLogged), [auditLog.position], {
      // Actor and address belong to the supplier's data only if the supplier acted.
      actor_id: sql`case when actor_kind = 'registrant' then actor_id end`,
      address: sql`case when actor_kind = 'registrant' then address end`,
    }),
  };
}

/**
 * Condition for batch rows that created an entry of the supplier or refer to the supplier. Rows that created
 * nothing are found by the tax code in their document.
 */
const isInRow = (entryIds: SQL, id: string, code: string) =>
  or(
    sql`${batchRows.madeId} in (${entryIds})`,
    sql`${batchRows.data} ->> 'silo_entry_id' = ${id}`,
    sql`${code} <> '' and regexp_replace(coalesce(${batchRows.data} #>> '{data,tax_id,code}',
      ${batchRows.data} #>> '{data,supplier,tax_id,code}', ''), '[^0-9]', '', 'g') = ${code}`,
  );

/** Columns left out: secrets, internals, data of the workspace, and bytes, which the export has as files. */
const excludedColumns =
  /_sealed$|^(ref_hash|content|steps|rescue|workspace_id|request_id|traceparent|lease_holder|lease_until|url|last_answer|last_outcome)$/;

function part(
  table: PgTable,
  where: SQL | undefined,
  key?: PgColumn[],
  instead: Record<string, SQL> = {},
): Part {
  const all: PgColumn[] = Object.values(getTableColumns(table));
  const exportedColumns = all.filter((column) => !excludedColumns.test(column.name) && !column.generated);
  const columns = Object.fromEntries(
    exportedColumns.map((column) => [column.name, column as PgColumn | SQL]),
  );
  return {
    table,
    where,
    key: key ?? all.filter(({ name }) => name === 'id'),
    columns: { ...columns, ...instead },
  };
}

/** Name of the extra column with the page cursor. */
const place = 'place of the row';

/** Small, because each document may have a megabyte. */
const rowsOfPage = 20;

/** Yields each row, keyed by column name. */
export async function* readPart(ctx: Context, { table, where, key, columns }: Part) {
  let last: unknown[] | undefined;
  do {
    const after: SQL | undefined = last && sql`(${listOf(key)}) > (${listOf(last.map(typed(key)))})`;
    const found: Record<string, unknown>[] = await reader(ctx)
      .select({ ...columns, [place]: sql`jsonb_build_array(${listOf(key.map(asText))})` })
      .from(table)
      .where(and(where, after))
      .orderBy(...key.map((column) => asc(column)))
      .limit(rowsOfPage);
    for (const { [place]: _, ...row } of found) yield row;
    last = found.length === rowsOfPage ? (found.at(-1)?.[place] as unknown[]) : undefined;
  } while (last);
}

const listOf = (parts: (SQL | PgColumn)[]): SQL =>
  sql.join(
    parts.map((each) => sql`${each}`),
    sql`, `,
  );
const asText = (column: PgColumn) => sql`${column}::text`;
const typed = (key: PgColumn[]) => (value: unknown, at: number) =>
  sql`${value}::${sql.raw(key[at]?.getSQLType() === 'bigserial' ? 'bigint' : (key[at]?.getSQLType() ?? 'text'))}`;

export const supplierOf = ({ id, doc }: Pick<EntryRow, 'id' | 'doc'>): Supplier => ({
  id,
  code: taxIdOf(doc).code,
});

export function taxIdOf(doc: EntryRow['doc']): { country?: string; code?: string } {
  return typeof doc.tax_id === 'object' && doc.tax_id ? doc.tax_id : {};
}
