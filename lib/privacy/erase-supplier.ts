import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { findConnectedSettings } from '#lib/accounts/apps.ts';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { isFree } from '#lib/database/leases.ts';
import { taxpayers } from '#lib/database/tables/authority.ts';
import { batchRows } from '#lib/database/tables/batches.ts';
import { accessTickets, certificates } from '#lib/database/tables/certificates.ts';
import { invoiceSeries, invoiceSubmissions, unclaimedVouchers } from '#lib/database/tables/invoices.ts';
import { mails } from '#lib/database/tables/mails.ts';
import { pointsOfSale, registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { auditLog, entries, entryFiles, entryMeta, entryStates } from '#lib/database/tables/silo.ts';
import { webhookAttempts, webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { intentEvents, intents, jobs } from '#lib/database/tables/workflows.ts';
import { normaliseCuit } from '#lib/documents/cuit.ts';
import { digestOf } from '#lib/documents/envelope.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { openStatuses } from '#lib/invoices/submissions.ts';
import { endRegistrations } from '#lib/registrations/create.ts';
import { countDelegators } from '#lib/registrations/delegation.ts';
import { requirePermission, requireScope } from '#lib/roles.ts';
import { type EntryRow, requireSupplier } from '#lib/silo/entries.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { cancelJob } from '#lib/workflows/cancel.ts';
import { partsOf, type Supplier, supplierOf } from './supplier-rows.ts';

export interface Erasure {
  id: string;
  erasedAt: Date;
}

/**
 * Erases a supplier and their unissued invoices: the data is deleted or overwritten. The entry stays without
 * a document, so that references to its id stay valid. Invoices authorized by the authority and the log stay
 * as well. Idempotent.
 * @param confirmation the supplier's name or tax code
 * @throws AltaError `not-found`; `conflict` `not-a-supplier`, `is-delegate`, `being-issued`,
 * `changed-meanwhile`; `validation` `not-confirmed`
 */
export async function eraseSupplier(
  ctx: Context,
  id: string,
  confirmation: string,
  now = new Date(),
): Promise<Erasure> {
  requirePermission(ctx, 'privacy:write');
  for (const scope of ['silo:write', 'apps/gov-ar:write', 'transform:write'] as const)
    requireScope(ctx, scope);
  return inTransaction(ctx, async (tx) => {
    const txCtx = { ...ctx, tx };
    const entry = await findSupplier(txCtx, id);
    if (entry.erasedAt) return { id, erasedAt: entry.erasedAt };
    refuseUnconfirmed(entry, confirmation);
    await refuseDelegate(txCtx, id);
    const scope = await findErasureScope(txCtx, supplierOf(entry));
    const runningJobIds = await lockWork(tx, scope);
    // The lock lasts until commit: new work on these entries waits, then finds them erased.
    if ((await lockEntries(tx, scope)) < scope.entryIds.length) throw concurrentChange();
    // Invoices may have been created or sent, or the entry changed, while this waited for the locks.
    const currentScope = await findErasureScope(txCtx, supplierOf(await findSupplier(txCtx, id)));
    if (!isDeepStrictEqual(withSortedEntries(currentScope), withSortedEntries(scope)))
      throw concurrentChange();
    await refuseDelegate(txCtx, id);
    for (const jobId of runningJobIds) await cancelJob(txCtx, jobId, now);
    await eraseRows(tx, ctx, scope, now, () => endRegistrations(tx, ctx, id, now));
    await Promise.all(
      scope.entryIds.map((entryId) => audit(tx, ctx, 'entry.erased', { kind: 'entry', id: entryId })),
    );
    await publishEvent(tx, ctx, 'entry.erased', { entryId: id });
    return { id, erasedAt: now };
  });
}

async function findSupplier(ctx: Context, id: string): Promise<EntryRow> {
  const [entry] = await reader(ctx)
    .select()
    .from(entries)
    .where(and(eq(entries.id, id), eq(entries.workspaceId, ctx.workspace.id)));
  if (!entry) throw notFound('The entry');
  requireSupplier(entry);
  return entry;
}

const withSortedEntries = ({ entryIds, ...supplier }: ErasureScope) => ({
  ...supplier,
  entryIds: entryIds.toSorted(),
});

const concurrentChange = () =>
  new AltaError(
    'conflict',
    "The supplier's invoices have changed, or another request is erasing the supplier: try again.",
    {
      code: 'changed-meanwhile',
    },
  );

function refuseUnconfirmed({ doc }: Pick<EntryRow, 'doc'>, confirmation: string): void {
  const { code } = supplierOf({ id: '', doc });
  const normalizeName = (text: string) => text.trim().replace(/\s+/g, ' ').toLocaleLowerCase('es');
  const isName = typeof doc.name === 'string' && normalizeName(doc.name) === normalizeName(confirmation);
  if (isName || (code && normaliseCuit(confirmation) === code)) return;
  throw new AltaError('validation', 'The confirmation is not the supplier’s name or tax code.', {
    code: 'not-confirmed',
  });
}

/** Refuses a supplier whose certificate signs the invoices of other suppliers. */
async function refuseDelegate(ctx: Context, id: string): Promise<void> {
  const isConfiguredDelegate = (await findConnectedSettings(ctx, 'gov-ar'))?.delegate?.siloEntryId === id;
  if (!isConfiguredDelegate && (await countDelegators(ctx, id)) === 0) return;
  throw new AltaError(
    'conflict',
    'Other suppliers use this supplier’s certificate: name another delegate first.',
    {
      code: 'is-delegate',
    },
  );
}

/**
 * Returns the entries to erase. If another supplier of the workspace has the same tax code, data that is found
 * only by the tax code stays, because it may belong to the other supplier.
 */
async function findErasureScope(ctx: Context, { id, code }: Supplier): Promise<ErasureScope> {
  const sameTaxCode = and(
    eq(entries.workspaceId, ctx.workspace.id),
    ne(entries.id, id),
    sql`folder = 'suppliers' and (doc #>> '{tax_id,code}') = ${code ?? ''}`,
  );
  if (!code || (await reader(ctx).$count(entries, sameTaxCode)) > 0)
    return { id, code: undefined, entryIds: [id] };
  return { id, code, entryIds: [id, ...(await findUnissuedInvoices(ctx, code))] };
}

/**
 * Returns the issuer's unissued invoices.
 * @throws AltaError `conflict` `being-issued` if one is queued for the authority, or may have been received by it
 */
async function findUnissuedInvoices(ctx: Context, code: string): Promise<string[]> {
  const { id, stamps, issuer, workspaceId } = entries;
  const rows = await reader(ctx)
    .select({
      id,
      isStamped: sql<boolean>`${stamps} @> '[{"prv":"arca-cae"}]'::jsonb`,
      submitted: sql<
        string | null
      >`(select status from ${invoiceSubmissions} where ${eq(invoiceSubmissions.entryId, id)}
        and status in ('queued', 'sending', 'unconfirmed', 'authorised') limit 1)`,
    })
    .from(entries)
    .where(and(eq(workspaceId, ctx.workspace.id), sql`folder = 'invoices'`, eq(issuer, code)));
  if (rows.some(({ submitted }) => submitted !== null && submitted !== 'authorised')) {
    throw new AltaError(
      'conflict',
      'An invoice of the supplier is being sent to the authority: try again when it has ended.',
      {
        code: 'being-issued',
      },
    );
  }
  return rows.flatMap((row) => (row.isStamped || row.submitted === 'authorised' ? [] : [row.id]));
}

interface ErasureScope extends Supplier {
  entryIds: string[];
}

const selectJobs = (tx: Transaction, { entryIds }: ErasureScope) =>
  tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.entryId, entryIds));

/** Locks running jobs, then registrations: the order used everywhere. Returns the ids of the jobs. */
async function lockWork(tx: Transaction, { id, entryIds }: ErasureScope): Promise<string[]> {
  const runningJobIds = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.entryId, entryIds), isNull(jobs.completedAt)))
    .orderBy(asc(jobs.id))
    .for('update');
  await tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(eq(registrations.entryId, id))
    .orderBy(asc(registrations.id))
    .for('update');
  return runningJobIds.map((job) => job.id);
}

/** Locks the entries and returns the number of those that are not erased yet. */
async function lockEntries(tx: Transaction, { entryIds }: ErasureScope): Promise<number> {
  const rows = await tx
    .select({ id: entries.id })
    .from(entries)
    .where(and(inArray(entries.id, entryIds), isNull(entries.erasedAt)))
    .orderBy(asc(entries.id))
    .for('update');
  return rows.length;
}

/**
 * Deletes the supplier's rows. Rows whose ids are in the log are overwritten instead.
 * @param endSupplierRegistrations ends the registrations; the events that it publishes contain only ids and stay
 */
async function eraseRows(
  tx: Transaction,
  ctx: Context,
  scope: ErasureScope,
  now: Date,
  endSupplierRegistrations: () => Promise<unknown>,
): Promise<void> {
  // Starts with rows that are found through other rows of the supplier.
  await eraseLog(tx, ctx, scope);
  await eraseBatchRows(tx, ctx, scope);
  await eraseMessages(tx, scope);
  await endSupplierRegistrations();
  await eraseRegistrations(tx, ctx, scope);
  await eraseJobs(tx, scope);
  await eraseInvoices(tx, ctx, scope);
  for (const table of [entryFiles, entryMeta, entryStates])
    await tx.delete(table).where(inArray(table.entryId, scope.entryIds));
  await eraseDocuments(tx, scope, now);
}

/** Audit action, the member of its detail that contains personal text, and the replacement. */
const personalDetails = [
  ['entry.renamed', 'from', '—'],
  ['link.handed-over', 'holder', '—'],
  ['link.taken-back', 'holder', '—'],
  ['registration.certificate-received', 'alias', '—'],
  ['job.step-skipped', 'reason', '—'],
  ['job.failed', 'fault', { code: 'entry-erased' }],
] as const;

/** Overwrites personal text in the log. Ids, kinds, times, actors and addresses stay. */
async function eraseLog(tx: Transaction, ctx: Context, scope: ErasureScope): Promise<void> {
  const { where } = partsOf({ ...ctx, tx }, scope).audit_log;
  for (const [action, name, replacement] of personalDetails) {
    const detail = sql`${auditLog.detail} || ${JSON.stringify({ [name]: replacement })}::jsonb`;
    await tx
      .update(auditLog)
      .set({ detail })
      .where(and(where, eq(auditLog.action, action)));
  }
}

async function eraseBatchRows(tx: Transaction, ctx: Context, scope: ErasureScope): Promise<void> {
  const { where } = partsOf({ ...ctx, tx }, scope).batch_rows;
  const key = sql<string>`'erased-' || ${batchRows.index}`;
  await tx.update(batchRows).set({ key, data: {}, faults: [] }).where(where);
}

/**
 * Locks the deliveries in the order of their ids and deletes them. Results of running attempts are not recorded.
 */
async function eraseMessages(tx: Transaction, scope: ErasureScope): Promise<void> {
  const belongsToSupplier = or(
    inArray(webhookDeliveries.entryId, scope.entryIds),
    inArray(webhookDeliveries.jobId, selectJobs(tx, scope)),
  );
  const rows = await tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(belongsToSupplier)
    .orderBy(asc(webhookDeliveries.id))
    .for('update');
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.delete(webhookAttempts).where(inArray(webhookAttempts.deliveryId, ids));
  await tx.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, ids));
}

async function eraseRegistrations(tx: Transaction, ctx: Context, scope: ErasureScope): Promise<void> {
  const { id } = scope;
  const registrationIds = tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(eq(registrations.entryId, id));
  const isLink = inArray(registrationLinks.registrationId, registrationIds);
  const certificateIds = tx
    .select({ id: certificates.id })
    .from(certificates)
    .where(eq(certificates.entryId, id));
  await tx.delete(mails).where(partsOf({ ...ctx, tx }, scope).mails.where);
  await tx
    .update(registrationLinks)
    .set({
      renewalRequestedAt: null,
      holderName: null,
      holderEmail: null,
      holderWhatsapp: null,
      openedAt: null,
      voice: null,
      place: null,
      locale: null,
    })
    .where(isLink);
  await tx.delete(accessTickets).where(inArray(accessTickets.certificateId, certificateIds));
  await tx.delete(certificates).where(eq(certificates.entryId, id));
  await tx.delete(pointsOfSale).where(eq(pointsOfSale.entryId, id));
  // The registrations and their times stay for the workspace's statistics, without any personal text.
  await tx
    .update(registrations)
    .set({
      noticeEmail: null,
      namesAtAuthority: {},
      cuitAnswer: null,
      rating: null,
      ratingComment: null,
      ratedAt: null,
      lastRejection: null,
    })
    .where(eq(registrations.entryId, id));
}

async function eraseJobs(tx: Transaction, scope: ErasureScope): Promise<void> {
  const ids = selectJobs(tx, scope);
  const intentIds = tx.select({ id: intents.id }).from(intents).where(inArray(intents.jobId, ids));
  await tx.delete(intentEvents).where(inArray(intentEvents.intentId, intentIds));
  await tx
    .update(jobs)
    .set({ key: null, args: {}, tags: [], faults: [], traceparent: null })
    .where(inArray(jobs.entryId, scope.entryIds));
}

/** Deletes cached register data, finished submissions without authorization, and series without any submission. */
async function eraseInvoices(tx: Transaction, ctx: Context, { entryIds, code }: ErasureScope): Promise<void> {
  // Open submissions stay, because the authority may still authorize them.
  const belongsToSupplier = inArray(invoiceSubmissions.entryId, entryIds);
  await tx
    .delete(invoiceSubmissions)
    .where(and(belongsToSupplier, notInArray(invoiceSubmissions.status, [...openStatuses, 'authorised'])));
  if (!code) return;
  await tx
    .delete(taxpayers)
    .where(and(eq(taxpayers.workspaceId, ctx.workspace.id), eq(taxpayers.cuit, code)));
  const isUnused = (
    table: typeof invoiceSeries | typeof unclaimedVouchers,
  ): SQL => sql`${table.cuit} = ${code}
    and ${table.environment} = ${ctx.workspace.environment} and not exists (select from ${invoiceSubmissions}
      where ${invoiceSubmissions.cuit} = ${table.cuit} and ${invoiceSubmissions.environment} = ${table.environment})`;
  await tx.delete(unclaimedVouchers).where(isUnused(unclaimedVouchers));
  await tx.delete(invoiceSeries).where(and(isUnused(invoiceSeries), isFree(invoiceSeries)));
}

async function eraseDocuments(tx: Transaction, { entryIds }: ErasureScope, now: Date): Promise<void> {
  const doc = {};
  const digest = digestOf(doc);
  const emptyDocument = {
    doc,
    digest,
    createdDigest: digest,
    key: null,
    faults: [],
    remarks: [],
    stamps: [],
  };
  await tx
    .update(entries)
    .set({
      ...emptyDocument,
      state: 'void',
      erasedAt: now,
      archivedAt: sql`coalesce(${entries.archivedAt}, ${now.toISOString()})`,
    })
    .where(inArray(entries.id, entryIds));
}
