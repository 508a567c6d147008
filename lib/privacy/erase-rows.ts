import { and, asc, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { batchRows } from '#lib/database/tables/batches.ts';
import { accessTickets, certificates } from '#lib/database/tables/certificates.ts';
import { invoiceSeries, invoiceSubmissions, unclaimedVouchers } from '#lib/database/tables/invoices.ts';
import { registrationLinks } from '#lib/database/tables/links.ts';
import { mails } from '#lib/database/tables/mails.ts';
import { pointsOfSale, registrations } from '#lib/database/tables/registrations.ts';
import { auditLog, entries, entryFiles, entryMeta, entryStates } from '#lib/database/tables/silo.ts';
import { taxpayers } from '#lib/database/tables/taxpayers.ts';
import { webhookAttempts, webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { intentEvents, intents, jobs } from '#lib/database/tables/workflows.ts';
import { digestOf } from '#lib/documents/envelope.ts';
import { onTheirWay } from '#lib/invoices/submissions.ts';
import { partsOf, type Supplier } from './supplier-rows.ts';

/** Whose rows go: a supplier's own, and those of the invoices that were not issued. */
export interface Erased extends Supplier {
  entryIds: string[];
}

const jobsOf = (tx: Transaction, { entryIds }: Erased) =>
  tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.entryId, entryIds));

/** Jobs, then registrations, then entries: who works on one of them locks in this order, too. Gives the running jobs. */
export async function lockWork(tx: Transaction, { id, entryIds }: Erased): Promise<string[]> {
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

/** Gives how many there are that nobody has erased meanwhile. */
export async function lockEntries(tx: Transaction, { entryIds }: Erased): Promise<number> {
  const rows = await tx
    .select({ id: entries.id })
    .from(entries)
    .where(and(inArray(entries.id, entryIds), isNull(entries.erasedAt)))
    .orderBy(asc(entries.id))
    .for('update');
  return rows.length;
}

/**
 * Deletes or overwrites all of it. What an id of stands in the log stays, with nothing in it.
 * @param end ends the registrations: what that sends is about ids alone, and stays
 */
export async function eraseRows(
  tx: Transaction,
  ctx: Context,
  erased: Erased,
  now: Date,
  end: () => Promise<unknown>,
): Promise<void> {
  // What is found by the supplier's rows is found before they go.
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

/** Where an act was told with somebody's words, and what stands there then. */
const told = [
  ['link.handed-over', 'holder', '—'],
  ['link.taken-back', 'holder', '—'],
  ['registration.certificate-received', 'alias', '—'],
  ['job.step-skipped', 'reason', '—'],
  ['job.failed', 'fault', { code: 'entry-erased' }],
] as const;

/** Ids, kinds and instants stay, who did it and from where. */
async function eraseLog(tx: Transaction, ctx: Context, erased: Erased): Promise<void> {
  const { where } = partsOf({ ...ctx, tx }, erased).audit_log;
  for (const [action, name, instead] of told) {
    const detail = sql`${auditLog.detail} || ${JSON.stringify({ [name]: instead })}::jsonb`;
    await tx
      .update(auditLog)
      .set({ detail })
      .where(and(where, eq(auditLog.action, action)));
  }
}

async function eraseBatchRows(tx: Transaction, ctx: Context, erased: Erased): Promise<void> {
  const { where } = partsOf({ ...ctx, tx }, erased).batch_rows;
  const key = sql<string>`'erased-' || ${batchRows.index}`;
  await tx.update(batchRows).set({ key, data: {}, faults: [] }).where(where);
}

/** In the order in which everybody locks several. What is on its way is recorded by nobody then. */
async function eraseMessages(tx: Transaction, erased: Erased): Promise<void> {
  const isTheirs = or(
    inArray(webhookDeliveries.entryId, erased.entryIds),
    inArray(webhookDeliveries.jobId, jobsOf(tx, erased)),
  );
  const rows = await tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(isTheirs)
    .orderBy(asc(webhookDeliveries.id))
    .for('update');
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.delete(webhookAttempts).where(inArray(webhookAttempts.deliveryId, ids));
  await tx.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, ids));
}

async function eraseRegistrations(tx: Transaction, ctx: Context, erased: Erased): Promise<void> {
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
  // What they did and when stays, since the workspace's numbers count it: no word of theirs does.
  await tx
    .update(registrations)
    .set({ noticeEmail: null, rating: null, ratingComment: null, ratedAt: null, lastRejection: null })
    .where(eq(registrations.entryId, id));
}

async function eraseJobs(tx: Transaction, erased: Erased): Promise<void> {
  const ids = jobsOf(tx, erased);
  const intentIds = tx.select({ id: intents.id }).from(intents).where(inArray(intents.jobId, ids));
  await tx.delete(intentEvents).where(inArray(intentEvents.intentId, intentIds));
  await tx
    .update(jobs)
    .set({ key: null, args: {}, tags: [], faults: [], traceparent: null })
    .where(inArray(jobs.entryId, erased.entryIds));
}

/** What the register said, what was sent of invoices that were refused, and series in which there is none. */
async function eraseInvoices(tx: Transaction, ctx: Context, { entryIds, code }: Erased): Promise<void> {
  // Those on their way stay, whoever asks: the authority may be about to authorize them.
  const isTheirs = inArray(invoiceSubmissions.entryId, entryIds);
  await tx
    .delete(invoiceSubmissions)
    .where(and(isTheirs, notInArray(invoiceSubmissions.status, [...onTheirWay, 'authorised'])));
  if (!code) return;
  await tx
    .delete(taxpayers)
    .where(and(eq(taxpayers.workspaceId, ctx.workspace.id), eq(taxpayers.cuit, code)));
  const unused = (table: typeof invoiceSeries | typeof unclaimedVouchers): SQL => sql`${table.cuit} = ${code}
    and ${table.environment} = ${ctx.workspace.environment} and not exists (select from ${invoiceSubmissions}
      where ${invoiceSubmissions.cuit} = ${table.cuit} and ${invoiceSubmissions.environment} = ${table.environment})`;
  await tx.delete(unclaimedVouchers).where(unused(unclaimedVouchers));
  const isFree = sql`coalesce(${invoiceSeries.leaseUntil}, '-infinity') < now()`;
  await tx.delete(invoiceSeries).where(and(unused(invoiceSeries), isFree));
}

async function eraseDocuments(tx: Transaction, { entryIds }: Erased, now: Date): Promise<void> {
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
