import { and, eq, isNotNull, isNull, min, sql } from 'drizzle-orm';
import { findInvoice } from '#lib/arca/find-invoice.ts';
import { readLastNumber } from '#lib/arca/last-number.ts';
import type { WsfeCaller, WsfeRefusal } from '#lib/arca/wsfe.ts';
import { database, preparedOnce } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { invoiceSeries, invoiceSubmissions, unclaimedVouchers } from '#lib/database/tables/invoices.ts';
import { jobs } from '#lib/database/tables/workflows.ts';
import { log } from '#lib/log.ts';
import { askedSeries, ofSeries, type Series } from './series.ts';
import { clockToleranceMs, noteUnclaimed } from './unclaimed.ts';

/** Where a series stands at the authority. */
export interface Position {
  kind: 'at';
  /** The last number that it authorized. */
  last: number;
  /** It has vouchers there that are no invoice known to be authorized. */
  hasUnclaimed: boolean;
}

/** Its last number lies before one that it gave a CAE for. In live it is not believed. */
interface WentBack {
  kind: 'went-back';
  last: number;
}

/**
 * Asks the authority for the last number. Where it is ahead of what is known here, the numbers between are looked up:
 * other software sends too, or a backup was restored and what waits here was authorized after it was made.
 */
export async function readPosition(
  caller: WsfeCaller,
  series: Series,
): Promise<Position | WentBack | WsfeRefusal> {
  const answer = await readLastNumber(caller, series);
  if (answer.kind !== 'last') return answer;
  const { number: last } = answer;
  const { upTo, hasUnclaimed } = await readKnown(series);
  if (last < upTo && series.environment === 'live') return { kind: 'went-back', last };
  if (last <= upTo) return { kind: 'at', last, hasUnclaimed };
  const refusal = await lookUpBetween(caller, series, upTo, last);
  if (refusal) return refusal;
  await database().update(invoiceSeries).set({ checkedUpTo: last }).where(ofSeries(invoiceSeries, series));
  return { kind: 'at', last, hasUnclaimed: (await readKnown(series)).hasUnclaimed };
}

async function readKnown(series: Series): Promise<{ upTo: number; hasUnclaimed: boolean }> {
  const [row] = await known().execute({ ...series });
  return row ?? { upTo: 0, hasUnclaimed: false };
}

const known = preparedOnce((db) => {
  const lastAuthorised = db
    .select({ number: sql`max(${invoiceSubmissions.number})` })
    .from(invoiceSubmissions)
    .where(and(ofSeries(invoiceSubmissions, askedSeries), isNotNull(invoiceSubmissions.cae)));
  const unclaimed = db
    .select({ number: unclaimedVouchers.number })
    .from(unclaimedVouchers)
    .where(ofSeries(unclaimedVouchers, askedSeries));
  return db
    .select({
      upTo: sql<number>`greatest(${invoiceSeries.checkedUpTo}, (${lastAuthorised}))`,
      hasUnclaimed: sql<boolean>`exists (${unclaimed})`,
    })
    .from(invoiceSeries)
    .where(ofSeries(invoiceSeries, askedSeries))
    .prepare('known_of_series');
});

/** From the newest back: what was authorized before the oldest job that still runs can be none of what waits. */
async function lookUpBetween(
  caller: WsfeCaller,
  series: Series,
  known: number,
  last: number,
): Promise<WsfeRefusal | undefined> {
  const { environment, pointOfSale, documentType } = series;
  const since = await oldestWaiting(series);
  for (let number = last; number > known; number -= 1) {
    const found = await findInvoice(caller, { pointOfSale, documentType, number });
    if (found.kind === 'missing') continue;
    if (found.kind !== 'found') return found;
    if (Date.parse(found.invoice.processedAt) < since) return undefined;
    await noteUnclaimed(series, found.invoice);
    log().info(
      { environment, pointOfSale, documentType, number },
      'the authority has an invoice unknown here',
    );
  }
  return undefined;
}

/** When the oldest job of the environment that may send an invoice was created, less what clocks may be apart. */
async function oldestWaiting({ environment }: Series): Promise<number> {
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
  return (row?.at ?? new Date()).getTime() - clockToleranceMs;
}
