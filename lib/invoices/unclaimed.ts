import { and, asc, eq, gte } from 'drizzle-orm';
import { type FoundInvoice, isSameInvoice } from '#lib/arca/find-invoice.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { unclaimedVouchers } from '#lib/database/tables/invoices.ts';
import { ofSeries, type Series } from './series.ts';
import type { Submission } from './submissions.ts';

/** What the authority's clock and ours may be apart, so that "after" can be said. */
export const clockToleranceMs = 2 * 60_000;

export async function noteUnclaimed(
  { environment, cuit, pointOfSale, documentType }: Series,
  voucher: FoundInvoice,
): Promise<void> {
  const { number, processedAt } = voucher;
  await database()
    .insert(unclaimedVouchers)
    .values({
      ...{ environment, cuit, pointOfSale, documentType, number },
      voucher,
      processedAt: new Date(processedAt),
    })
    .onConflictDoNothing();
}

/**
 * The voucher that is this invoice: alike to the cent, and authorized after the invoice's job was created. Of several
 * the first, as invoices take their turns in the order of their jobs.
 */
export async function findUnclaimed(submission: Submission): Promise<FoundInvoice | undefined> {
  const notBefore = new Date(submission.jobCreatedAt.getTime() - clockToleranceMs);
  const rows = await database()
    .select({ voucher: unclaimedVouchers.voucher })
    .from(unclaimedVouchers)
    .where(and(ofSeries(unclaimedVouchers, submission), gte(unclaimedVouchers.processedAt, notBefore)))
    .orderBy(asc(unclaimedVouchers.number));
  return rows.find(({ voucher }) => isSameInvoice(voucher, submission.request))?.voucher;
}

export async function removeUnclaimed(tx: Transaction, series: Series, number: number): Promise<void> {
  await tx
    .delete(unclaimedVouchers)
    .where(and(ofSeries(unclaimedVouchers, series), eq(unclaimedVouchers.number, number)));
}
