import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { connectedApp } from '#lib/accounts/apps.ts';
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
import { onTheirWay } from '#lib/invoices/submissions.ts';
import { endRegistrations } from '#lib/registrations/create.ts';
import { countDelegators } from '#lib/registrations/delegation.ts';
import { requirePermission, requireScope } from '#lib/roles.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { cancelJob } from '#lib/workflows/cancel.ts';
import { partsOf, requireSupplier, type Supplier, supplierOf } from './supplier-rows.ts';

export interface Erasure {
  id: string;
  erasedAt: Date;
}

/**
 * Erases a supplier for good, together with their unissued invoices: the data is deleted or overwritten. The
 * entry stays without a document, so that references to its id stay valid; invoices authorised by the
 * authority and the log stay, too. Idempotent.
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
    const erased = await findErasureScope(txCtx, supplierOf(entry));
    const running = await lockWork(tx, erased);
    // Locked until commit: work begun for these entries waits and then finds them erased.
    if ((await lockEntries(tx, erased)) < erased.entryIds.length) throw changedMeanwhile();
    // While waiting for the locks, an invoice may have been created or sent, or the entry changed.
    const currentScope = await findErasureScope(txCtx, supplierOf(await findSupplier(txCtx, id)));
    if (!isDeepStrictEqual(sorted(currentScope), sorted(erased))) throw changedMeanwhile();
    await refuseDelegate(txCtx, id);
    for (const jobId of running) await cancelJob(txCtx, jobId, now);
    await eraseRows(tx, ctx, erased, now, () => endRegistrations(tx, ctx, id, now));
    await Promise.all(
      erased.entryIds.map((each) => audit(tx, ctx, 'entry.erased', { kind: 'entry', id: each })),
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

const sorted = ({ entryIds, ...supplier }: ErasureScope) => ({ ...supplier, entryIds: entryIds.toSorted() });

const changedMeanwhile = () =>
  new AltaError('conflict', 'Their invoices have changed, or somebody else is erasing them: try again.', {
    code: 'changed-meanwhile',
  });

function refuseUnconfirmed({ doc }: Pick<EntryRow, 'doc'>, confirmation: string): void {
  const { code } = supplierOf({ id: '', doc });
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLocaleLowerCase('es');
  const isName = typeof doc.name === 'string' && plain(doc.name) === plain(confirmation);
  if (isName || (code && normaliseCuit(confirmation) === code)) return;
  throw new AltaError('validation', 'The confirmation is not the supplier’s name or tax code.', {
    code: 'not-confirmed',
  });
}

/** Other suppliers issue invoices with this supplier's certificate. */
async function refuseDelegate(ctx: Context, id: string): Promise<void> {
  const isNamed = (await connectedApp(ctx, 'gov-ar'))?.delegate?.siloEntryId === id;
  if (!isNamed && (await countDelegators(ctx, id)) === 0) return;
  throw new AltaError(
    'conflict',
    'Other suppliers use this supplier’s certificate: name another delegate first.',
    {
      code: 'is-delegate',
    },
  );
}

/**
 * Returns the entries to erase. If another supplier of the workspace has the same tax code, data found by
 * that code may be theirs and is left alone.
 */
async function findErasureScope(ctx: Context, { id, code }: Supplier): Promise<ErasureScope> {
  const sameTaxCode = and(
    eq(entries.workspaceId, ctx.workspace.id),
    ne(entries.id, id),
    sql`folder = 'suppliers' and (doc #>> '{tax_id,code}') = ${code ?? ''}`,
  );
  if (!code || (await reader(ctx).$count(entries, sameTaxCode)) > 0)
    return { id, code: undefined, entryIds: [id] };
  return { id, code, entryIds: [id, ...(await unissuedInvoices(ctx, code))] };
}

/**
 * Returns the unissued invoices of a tax code.
 * @throws AltaError `conflict` `being-issued` while the authority may have received one
 */
async function unissuedInvoices(ctx: Context, code: string): Promise<string[]> {
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
    throw new AltaError('conflict', 'An invoice of theirs is on its way to the authority.', {
      code: 'being-issued',
    });
  }
  return rows.flatMap((row) => (row.isStamped || row.submitted === 'authorised' ? [] : [row.id]));
}

interface ErasureScope extends Supplier {
  entryIds: string[];
}

const jobsOf = (tx: Transaction, { entryIds }: ErasureScope) =>
  tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.entryId, entryIds));

/** Locks jobs, registrations and entries in the order used everywhere. Returns the running jobs. */
async function lockWork(tx: Transaction, { id, entryIds }: ErasureScope): Promise<string[]> {
  const running = await tx
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
  return running.map((job) => job.id);
}

/** Locks the entries. Returns how many of them were not erased before. */
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
 * Deletes or overwrites all rows. Rows that the log refers to by id stay, emptied.
 * @param end ends the registrations; the events it sends contain only ids and stay
 */
async function eraseRows(
  tx: Transaction,
  ctx: Context,
  erased: ErasureScope,
  now: Date,
  end: () => Promise<unknown>,
): Promise<void> {
  // These are found through the supplier's other rows, so they come first.
  await eraseLog(tx, ctx, erased);
  await eraseBatchRows(tx, ctx, erased);
  await eraseMessages(tx, erased);
  await end();
  await eraseRegistrations(tx, ctx, erased);
  await eraseJobs(tx, erased);
  await eraseInvoices(tx, ctx, erased);
  for (const table of [entryFiles, entryMeta, entryStates])
    await tx.delete(table).where(inArray(table.entryId, erased.entryIds));
  await eraseDocuments(tx, erased, now);
}

/** Log entries whose detail contains personal text, with its replacement. */
const personalDetails = [
  ['link.handed-over', 'holder', '—'],
  ['link.taken-back', 'holder', '—'],
  ['registration.certificate-received', 'alias', '—'],
  ['job.step-skipped', 'reason', '—'],
  ['job.failed', 'fault', { code: 'entry-erased' }],
] as const;

/** Overwrites personal text in the log. Ids, kinds, times, actors and addresses stay. */
async function eraseLog(tx: Transaction, ctx: Context, erased: ErasureScope): Promise<void> {
  const { where } = partsOf({ ...ctx, tx }, erased).audit_log;
  for (const [action, name, instead] of personalDetails) {
    const detail = sql`${auditLog.detail} || ${JSON.stringify({ [name]: instead })}::jsonb`;
    await tx
      .update(auditLog)
      .set({ detail })
      .where(and(where, eq(auditLog.action, action)));
  }
}

async function eraseBatchRows(tx: Transaction, ctx: Context, erased: ErasureScope): Promise<void> {
  const { where } = partsOf({ ...ctx, tx }, erased).batch_rows;
  const key = sql<string>`'erased-' || ${batchRows.index}`;
  await tx.update(batchRows).set({ key, data: {}, faults: [] }).where(where);
}

/** Locks in id order, as everywhere. The result of a delivery in flight is then not recorded. */
async function eraseMessages(tx: Transaction, erased: ErasureScope): Promise<void> {
  const belongsToSupplier = or(
    inArray(webhookDeliveries.entryId, erased.entryIds),
    inArray(webhookDeliveries.jobId, jobsOf(tx, erased)),
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

async function eraseRegistrations(tx: Transaction, ctx: Context, erased: ErasureScope): Promise<void> {
  const { id } = erased;
  const registrationIds = tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(eq(registrations.entryId, id));
  const isLink = inArray(registrationLinks.registrationId, registrationIds);
  const certificateIds = tx
    .select({ id: certificates.id })
    .from(certificates)
    .where(eq(certificates.entryId, id));
  await tx.delete(mails).where(partsOf({ ...ctx, tx }, erased).mails.where);
  await tx
    .update(registrationLinks)
    .set({
      renewalRequestedAt: null,
      holderName: null,
      holderEmail: null,
      holderWhatsapp: null,
      openedAt: null,
      voice: null,
      serviceListed: null,
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
    .set({ noticeEmail: null, rating: null, ratingComment: null, ratedAt: null, lastRejection: null })
    .where(eq(registrations.entryId, id));
}

async function eraseJobs(tx: Transaction, erased: ErasureScope): Promise<void> {
  const ids = jobsOf(tx, erased);
  const intentIds = tx.select({ id: intents.id }).from(intents).where(inArray(intents.jobId, ids));
  await tx.delete(intentEvents).where(inArray(intentEvents.intentId, intentIds));
  await tx
    .update(jobs)
    .set({ key: null, args: {}, tags: [], faults: [], traceparent: null })
    .where(inArray(jobs.entryId, erased.entryIds));
}

/** Deletes register data, the submissions of refused invoices, and series without submissions. */
async function eraseInvoices(tx: Transaction, ctx: Context, { entryIds, code }: ErasureScope): Promise<void> {
  // Submissions in flight stay in any case: the authority may be about to authorise them.
  const belongsToSupplier = inArray(invoiceSubmissions.entryId, entryIds);
  await tx
    .delete(invoiceSubmissions)
    .where(and(belongsToSupplier, notInArray(invoiceSubmissions.status, [...onTheirWay, 'authorised'])));
  if (!code) return;
  await tx
    .delete(taxpayers)
    .where(and(eq(taxpayers.workspaceId, ctx.workspace.id), eq(taxpayers.cuit, code)));
  const unused = (table: typeof invoiceSeries | typeof unclaimedVouchers): SQL => sql`${table.cuit} = ${code}
    and ${table.environment} = ${ctx.workspace.environment} and not exists (select from ${invoiceSubmissions}
      where ${invoiceSubmissions.cuit} = ${table.cuit} and ${invoiceSubmissions.environment} = ${table.environment})`;
  await tx.delete(unclaimedVouchers).where(unused(unclaimedVouchers));
  await tx.delete(invoiceSeries).where(and(unused(invoiceSeries), isFree(invoiceSeries)));
}

async function eraseDocuments(tx: Transaction, { entryIds }: ErasureScope, now: Date): Promise<void> {
  const doc = {};
  const digest = digestOf(doc);
  const nothing = { doc, digest, createdDigest: digest, key: null, faults: [], remarks: [], stamps: [] };
  await tx
    .update(entries)
    .set({
      ...nothing,
      state: 'void',
      erasedAt: now,
      archivedAt: sql`coalesce(${entries.archivedAt}, ${now.toISOString()})`,
    })
    .where(inArray(entries.id, entryIds));
}
