import { and, asc, gte, inArray } from 'drizzle-orm';
import { type FoundInvoice, isSameInvoice } from '#lib/arca/find-invoice.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { unclaimedVouchers } from '#lib/database/tables/invoices.ts';
import { unclaimedNoted } from '#lib/metrics.ts';
import type { Lot } from './next-lot.ts';
import { ofSeries, type Series } from './series.ts';
import type { Settled } from './settle.ts';
import type { Submission } from './submissions.ts';

/** What the authority's clock and ours may be apart, so that "after" can be said. */
export const clockToleranceMs = 2 * 60_000;

export async function noteUnclaimed(
  { environment, cuit, pointOfSale, documentType }: Series,
  voucher: FoundInvoice,
): Promise<void> {
  const { number, processedAt } = voucher;
  const noted = await database()
    .insert(unclaimedVouchers)
    .values({
      ...{ environment, cuit, pointOfSale, documentType, number },
      voucher,
      processedAt: new Date(processedAt),
    })
    .onConflictDoNothing()
    .returning({ number: unclaimedVouchers.number });
  if (noted.length > 0) unclaimedNoted().inc({ environment });
}

/**
 * The lot's invoices whose vouchers are there: alike to the cent, and authorized after the invoice's job was created.
 * Of several vouchers the first is an invoice's, as invoices take their turns in the order of their jobs.
 */
export async function findUnclaimed({ series, submissions }: Lot): Promise<Settled[]> {
  const notBefore = (submission: Submission) => submission.jobCreatedAt.getTime() - clockToleranceMs;
  const oldest = new Date(Math.min(...submissions.map(notBefore)));
  const unclaimed = await database()
    .select({ voucher: unclaimedVouchers.voucher, processedAt: unclaimedVouchers.processedAt })
    .from(unclaimedVouchers)
    .where(and(ofSeries(unclaimedVouchers, series), gte(unclaimedVouchers.processedAt, oldest)))
    .orderBy(asc(unclaimedVouchers.number));
  return submissions.flatMap((submission) => {
    const index = unclaimed.findIndex(
      ({ voucher, processedAt }) =>
        processedAt.getTime() >= notBefore(submission) && isSameInvoice(voucher, submission.request),
    );
    const [found] = index < 0 ? [] : unclaimed.splice(index, 1);
    if (!found) return [];
    const { number, cae, caeExpiry, observations, exchangeRate } = found.voucher;
    return [{ submission, finding: { kind: 'claimed', number, cae, caeExpiry, observations, exchangeRate } }];
  });
}

export async function removeUnclaimed(tx: Transaction, series: Series, numbers: number[]): Promise<void> {
  await tx
    .delete(unclaimedVouchers)
    .where(and(ofSeries(unclaimedVouchers, series), inArray(unclaimedVouchers.number, numbers)));
}
