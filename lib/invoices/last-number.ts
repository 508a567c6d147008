import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  min,
  type Placeholder,
  sql,
} from 'drizzle-orm';
import {
  type FoundInvoice,
  isSameRequest,
  isSameSale,
  type ServiceCaller,
  type ServiceRefusal,
} from '#lib/arca/invoicing.ts';
import { serviceFor } from '#lib/arca/services.ts';
import { database, preparedOnce, type Transaction } from '#lib/database/client.ts';
import { restoredAt } from '#lib/database/restore-detection.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { invoiceSeries, invoiceSubmissions, unclaimedVouchers } from '#lib/database/tables/invoices.ts';
import { jobs } from '#lib/database/tables/workflows.ts';
import { log } from '#lib/log.ts';
import { unclaimedVouchersFound } from '#lib/metrics.ts';
import { dayMs } from '#lib/time.ts';
import type { Settled } from './send-results.ts';
import type { Lot } from './send-series.ts';
import { isInSeries, type Series } from './series.ts';

export interface Position {
  kind: 'at';
  last: number;
  /** Whether the series has vouchers that belong to no authorized invoice of Alta. */
  hasUnclaimed: boolean;
}

/** The authority's last number is below a number that it has authorized. Only reported in live. */
interface NumberingReset {
  kind: 'went-back';
  last: number;
}

/**
 * Reads the last number from the authority. Looks up numbers above the last one known here: they come from
 * other software, or from a time that was lost when a backup was restored.
 */
export async function readPosition(
  caller: ServiceCaller,
  series: Series,
): Promise<Position | NumberingReset | ServiceRefusal> {
  const answer = await serviceFor(series.documentType).calls.readLastNumber(caller, series);
  if (answer.kind !== 'last') return answer;
  const { number: last } = answer;
  const { upTo, hasUnclaimed } = await readKnown(series);
  if (last < upTo && series.environment === 'live') return { kind: 'went-back', last };
  if (last <= upTo) return { kind: 'at', last, hasUnclaimed };
  const refusal = await lookUpBetween(caller, series, upTo, last);
  if (refusal) return refusal;
  await database().update(invoiceSeries).set({ checkedUpTo: last }).where(isInSeries(invoiceSeries, series));
  return { kind: 'at', last, hasUnclaimed: (await readKnown(series)).hasUnclaimed };
}

async function readKnown(series: Series): Promise<{ upTo: number; hasUnclaimed: boolean }> {
  const [row] = await knownNumbers().execute({ ...series });
  return row ?? { upTo: 0, hasUnclaimed: false };
}

/** Placeholders for a prepared query on a series, executed with `execute({ ...series })`. */
const seriesPlaceholders = {
  environment: sql.placeholder('environment'),
  cuit: sql.placeholder('cuit'),
  pointOfSale: sql.placeholder('pointOfSale'),
  documentType: sql.placeholder('documentType'),
} satisfies Record<keyof Series, Placeholder>;

const knownNumbers = preparedOnce((db) => {
  const lastAuthorised = db
    .select({ number: sql`max(${invoiceSubmissions.number})` })
    .from(invoiceSubmissions)
    .where(and(isInSeries(invoiceSubmissions, seriesPlaceholders), isNotNull(invoiceSubmissions.cae)));
  const unclaimed = db
    .select({ number: unclaimedVouchers.number })
    .from(unclaimedVouchers)
    .where(isInSeries(unclaimedVouchers, seriesPlaceholders));
  return db
    .select({
      upTo: sql<number>`greatest(${invoiceSeries.checkedUpTo}, (${lastAuthorised}))`,
      hasUnclaimed: sql<boolean>`exists (${unclaimed})`,
    })
    .from(invoiceSeries)
    .where(isInSeries(invoiceSeries, seriesPlaceholders))
    .prepare('known_of_series');
});

/**
 * Issue date (ISO) of the series' last authorized voucher that Alta knows of, its own or other software's. The
 * authority refuses an earlier date (10016). Undefined if the series has none.
 */
export async function lastIssueDate(series: Series): Promise<string | undefined> {
  const [ours] = await database()
    .select({ number: invoiceSubmissions.number, request: invoiceSubmissions.request })
    .from(invoiceSubmissions)
    .where(and(isInSeries(invoiceSubmissions, series), isNotNull(invoiceSubmissions.cae)))
    .orderBy(desc(invoiceSubmissions.number))
    .limit(1);
  const [others] = await database()
    .select({ number: unclaimedVouchers.number, voucher: unclaimedVouchers.voucher })
    .from(unclaimedVouchers)
    .where(isInSeries(unclaimedVouchers, series))
    .orderBy(desc(unclaimedVouchers.number))
    .limit(1);
  if (others && others.number > (ours?.number ?? 0)) return others.voucher.date;
  return ours && serviceFor(series.documentType).calls.saleOf(ours.request).date;
}

/** Looks up vouchers, newest first, down to one that is older than every open job and every job lost by a restore. */
async function lookUpBetween(
  caller: ServiceCaller,
  series: Series,
  lastKnown: number,
  last: number,
): Promise<ServiceRefusal | undefined> {
  const { environment, pointOfSale, documentType } = series;
  const { findInvoice } = serviceFor(documentType).calls;
  const lastBeforeRestore = await lastJobBeforeRestore();
  const since = Math.min(await oldestOpenJob(series), lastBeforeRestore) - clockToleranceMs;
  // After a restore it may be an invoice of ours, whose document is lost.
  const level = lastBeforeRestore === Number.POSITIVE_INFINITY ? 'info' : 'warn';
  for (let number = last; number > lastKnown; number -= 1) {
    const found = await findInvoice(caller, { pointOfSale, documentType, number });
    if (found.kind === 'missing') continue;
    if (found.kind !== 'found') return found;
    if (Date.parse(found.invoice.processedAt) < since) return undefined;
    await noteUnclaimed(series, found.invoice);
    log()[level](
      { environment, pointOfSale, documentType, number },
      'the authority has an invoice that Alta does not know',
    );
  }
  return undefined;
}

/** Creation time of the environment's oldest open job that may send an invoice; now, if there is none. */
async function oldestOpenJob({ environment }: Series): Promise<number> {
  const [row] = await database()
    .select({ at: min(jobs.createdAt) })
    .from(jobs)
    .innerJoin(workspaces, eq(workspaces.id, jobs.workspaceId))
    .where(
      and(
        eq(workspaces.environment, environment),
        isNull(jobs.completedAt),
        sql`${jobs.steps} @> '[{"provider": "gov-ar.send"}]'`,
      ),
    );
  return (row?.at ?? new Date()).getTime();
}

/**
 * Creation time of the newest job that a restore or takeover has left: jobs created after it, and what they issued, were
 * lost. Infinite if there was no restore in the last sixty days, so that a point of sale with much traffic of other
 * software is not looked up over years.
 */
async function lastJobBeforeRestore(): Promise<number> {
  const restored = await restoredAt(database());
  if (!restored || Date.now() - restored.getTime() > 60 * dayMs) return Number.POSITIVE_INFINITY;
  const [row] = await database()
    .select({ at: max(jobs.createdAt) })
    .from(jobs)
    .where(lt(jobs.createdAt, restored));
  return (row?.at ?? restored).getTime();
}

/** Largest assumed difference between the authority's clock and ours. */
const clockToleranceMs = 2 * 60_000;

async function noteUnclaimed(
  { environment, cuit, pointOfSale, documentType }: Series,
  voucher: FoundInvoice,
): Promise<void> {
  const { number, processedAt } = voucher;
  const inserted = await database()
    .insert(unclaimedVouchers)
    .values({
      ...{ environment, cuit, pointOfSale, documentType, number },
      voucher,
      processedAt: new Date(processedAt),
    })
    .onConflictDoNothing()
    .returning({ number: unclaimedVouchers.number });
  if (inserted.length > 0) unclaimedVouchersFound().inc({ environment });
}

/**
 * Finds invoices of the lot that were authorized before a restore from backup lost the record of it. An
 * unclaimed voucher from before the restore belongs to an invoice if it is identical to the cent and newer than
 * the invoice's job. Of several such vouchers the first is used, since invoices are numbered in the order of
 * their jobs. For exports the authority returns only the day, but also the Id of the request, which proves that the
 * voucher is the invoice's. Without a restore, an identical voucher comes from other software, because everything
 * that Alta sent is on record.
 */
export async function findAuthorisedBeforeRestore({ series, submissions }: Lot): Promise<Settled[]> {
  const restored = await restoredAt(database());
  if (!restored) return [];
  const unclaimed = await database()
    .select({ voucher: unclaimedVouchers.voucher, processedAt: unclaimedVouchers.processedAt })
    .from(unclaimedVouchers)
    .where(isInSeries(unclaimedVouchers, series))
    .orderBy(asc(unclaimedVouchers.number));
  const { saleOf } = serviceFor(series.documentType).calls;
  return submissions.flatMap((submission) => {
    const sale = saleOf(submission.request);
    const isFromBeforeRestore = (processedAt: Date) =>
      processedAt.getTime() < restored.getTime() + clockToleranceMs &&
      submission.jobCreatedAt < restored &&
      submission.jobCreatedAt.getTime() - clockToleranceMs <= processedAt.getTime();
    const sameRequest = unclaimed.findIndex(({ voucher }) => isSameRequest(voucher, sale));
    const index =
      sameRequest >= 0
        ? sameRequest
        : unclaimed.findIndex(
            ({ voucher, processedAt }) => isFromBeforeRestore(processedAt) && isSameSale(voucher, sale),
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
    .where(and(isInSeries(unclaimedVouchers, series), inArray(unclaimedVouchers.number, numbers)));
}
