import { and, asc, inArray, lt } from 'drizzle-orm';
import { type FoundInvoice, isSameInvoice } from '#lib/arca/find-invoice.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { restoredAt } from '#lib/database/restored.ts';
import { unclaimedVouchers } from '#lib/database/tables/invoices.ts';
import { unclaimedNoted } from '#lib/metrics.ts';
import type { Lot } from './next-lot.ts';
import { ofSeries, type Series } from './series.ts';
import type { Settled } from './settle.ts';

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
 * The lot's invoices that were authorized in a time that this database has lost: it was restored from a backup, and has
 * vouchers from before that which no invoice accounts for. Such a voucher is an invoice's when it is alike to the cent,
 * and the invoice's job is older. Of several the first is taken, as invoices are numbered in the order of their jobs.
 * Where nothing was lost an equal voucher is other software's: whatever left here is on record.
 */
export async function findForgotten({ series, submissions }: Lot): Promise<Settled[]> {
  const restored = await restoredAt(database());
  if (!restored) return [];
  const unclaimed = await database()
    .select({ voucher: unclaimedVouchers.voucher, processedAt: unclaimedVouchers.processedAt })
    .from(unclaimedVouchers)
    .where(
      and(
        ofSeries(unclaimedVouchers, series),
        lt(unclaimedVouchers.processedAt, new Date(restored.getTime() + clockToleranceMs)),
      ),
    )
    .orderBy(asc(unclaimedVouchers.number));
  return submissions.flatMap((submission) => {
    const index = unclaimed.findIndex(
      ({ voucher, processedAt }) =>
        submission.jobCreatedAt < restored &&
        submission.jobCreatedAt.getTime() - clockToleranceMs <= processedAt.getTime() &&
        isSameInvoice(voucher, submission.request),
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
