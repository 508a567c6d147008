import { eq } from 'drizzle-orm';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { registerStatusOf } from '#lib/documents/invoice/customer.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { sendSeries } from '#lib/invoices/send-series.ts';
import type { Series } from '#lib/invoices/series.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { wakeJobs } from '#lib/workflows/advance.ts';
import { fetchJob } from '#lib/workflows/jobs.ts';
import type { FaultPlan } from '#tests/support/simulator.ts';

export const seriesOf = ({ cuit }: { cuit: string }, documentType = 1): Series => ({
  environment: 'sandbox',
  cuit,
  pointOfSale: 3,
  documentType,
});

export const begun = new Date();

/** Sends what waits, as a worker would so many seconds after these tests began. */
export const sendAt = (issuer: { cuit: string }, seconds: number, documentType = 1): Promise<void> =>
  sendSeries(seriesOf(issuer, documentType), () => new Date(begun.getTime() + seconds * 1_000));

export const wsfeFault = (kind: FaultPlan['kind'], operation = 'FECAESolicitar', count = 1): FaultPlan => ({
  environment: 'sandbox',
  target: 'wsfe',
  kind,
  operation,
  count,
});

/** The last that was submitted of the entry. */
export async function submissionOf({ entryId }: { entryId: string }) {
  const rows = await database()
    .select()
    .from(invoiceSubmissions)
    .where(eq(invoiceSubmissions.entryId, entryId))
    .orderBy(invoiceSubmissions.createdAt);
  const row = rows.at(-1);
  if (!row) throw new Error('it was not submitted');
  return row;
}

export const statusAndNumber = async (sent: { entryId: string }) => {
  const { status, number } = await submissionOf(sent);
  return [status, number];
};

/** Wakes what the sending has woken, and tells how the job stands. */
export async function jobOf(ctx: Context, sent: { entryId: string; jobId: string }) {
  await wakeJobs((await submissionOf(sent)).id);
  return fetchJob(ctx, sent.jobId);
}

export const vatStatus = 'ar-arca-vat-status';

/** What the document of an invoice says of its customer's VAT status, and its type. */
export async function customerAndType({ ctx }: { ctx: Context }, { entryId }: { entryId: string }) {
  const { doc } = await fetchEntry(ctx, entryId);
  const { customer: party, tax } = doc as unknown as Invoice;
  return {
    status: party?.ext?.[vatStatus],
    isAssumed: party?.meta?.[`assumed-${vatStatus}`] !== undefined,
    register: registerStatusOf(party),
    type: tax?.ext?.['ar-arca-doc-type'],
  };
}
