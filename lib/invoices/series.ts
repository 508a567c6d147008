import { randomUUID } from 'node:crypto';
import { and, eq, isNull, lt, or, type Placeholder, type SQLWrapper, sql } from 'drizzle-orm';
import type { Environment } from '#lib/authority-environment.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { isFree, released } from '#lib/database/leases.ts';
import {
  invoiceSeries,
  type invoiceSubmissions,
  type unclaimedVouchers,
} from '#lib/database/tables/invoices.ts';
import { enqueue, type Lane, removeDue } from '#lib/queue.ts';

/** A gapless number series: one issuer, one document type, one point of sale. */
export interface Series {
  environment: Environment;
  cuit: string;
  pointOfSale: number;
  documentType: number;
}

export const seriesName = ({ environment, cuit, pointOfSale, documentType }: Series): string =>
  [environment, cuit, pointOfSale, documentType].join('/');

/** The holder renews the lease. After a crash the series is blocked for this long. */
const leaseMs = 15_000;
const renewalMs = 5_000;

export interface Lease {
  /** Whether another process may have taken the series. If so, send nothing more. */
  isLost(): boolean;
  release(): Promise<void>;
}

/** Columns or placeholders that identify a series. */
export type SeriesColumns = Record<keyof Series, SQLWrapper | Placeholder>;

export const isInSeries = (
  table: typeof invoiceSeries | typeof invoiceSubmissions | typeof unclaimedVouchers,
  { environment, cuit, pointOfSale, documentType }: Series | SeriesColumns,
) =>
  and(
    eq(table.environment, environment),
    eq(table.cuit, cuit),
    eq(table.pointOfSale, pointOfSale),
    eq(table.documentType, documentType),
  );

/** Takes the exclusive right to send a series' invoices; undefined while another process has it. */
export async function takeLease(series: Series): Promise<Lease | undefined> {
  const leaseHolder = randomUUID();
  const lease = { leaseHolder, leaseUntil: fromNow(leaseMs) };
  const [taken] = await database()
    .insert(invoiceSeries)
    .values({ ...series, ...lease })
    .onConflictDoUpdate({
      target: [
        invoiceSeries.environment,
        invoiceSeries.cuit,
        invoiceSeries.pointOfSale,
        invoiceSeries.documentType,
      ],
      set: lease,
      setWhere: isFree(invoiceSeries),
    })
    .returning({ leaseHolder: invoiceSeries.leaseHolder });
  return taken && keepLease(series, leaseHolder);
}

/** Uses the database's clock, because two processes' clocks may differ by more than a lease. */
const fromNow = (milliseconds: number) => sql`now() + make_interval(secs => ${milliseconds / 1_000})`;

function keepLease(series: Series, leaseHolder: string): Lease {
  const isOurs = and(isInSeries(invoiceSeries, series), eq(invoiceSeries.leaseHolder, leaseHolder));
  let goodUntil = Date.now() + leaseMs;
  const renew = async () => {
    const renewedAt = Date.now();
    const renewed = await database()
      .update(invoiceSeries)
      .set({ leaseUntil: fromNow(leaseMs) })
      .where(isOurs)
      .returning({ leaseHolder: invoiceSeries.leaseHolder });
    goodUntil = renewed.length > 0 ? renewedAt + leaseMs : 0;
  };
  // A failed renewal is retried at the next tick. If the lease expires before, `isLost` returns true.
  const timer = setInterval(() => renew().catch(() => undefined), renewalMs);
  return {
    isLost: () => Date.now() >= goodUntil,
    async release() {
      clearInterval(timer);
      await database().update(invoiceSeries).set(released).where(isOurs);
    },
  };
}

/** Schedules another attempt for when the lease has expired, since its holder may have crashed. */
export async function retryAfterLease(series: Series & Pick<Lane, 'workspaceId'>): Promise<void> {
  const nextLookAt = new Date(Date.now() + leaseMs + 1_000);
  await database().transaction(async (tx) => {
    const isDue = or(isNull(invoiceSeries.nextLookAt), lt(invoiceSeries.nextLookAt, new Date()));
    const [first] = await tx
      .update(invoiceSeries)
      .set({ nextLookAt })
      .where(and(isInSeries(invoiceSeries, series), isDue))
      .returning({ nextLookAt: invoiceSeries.nextLookAt });
    if (first) await scheduleSend(tx, series, nextLookAt);
  });
}

/** Enqueues sending of the series in the caller's transaction, in the workspace's lane. */
export const scheduleSend = (
  tx: Transaction,
  { environment, workspaceId, cuit, pointOfSale, documentType }: Series & Pick<Lane, 'workspaceId'>,
  at?: Date,
): Promise<void> => {
  const series = { environment, cuit, pointOfSale, documentType };
  const lane = { environment, workspaceId, supplier: cuit };
  return enqueue(tx, lane, 'invoice-series', series, at, seriesName(series));
};

/** Removes the queue entries that are due for the series, before a look at everything that waits in it. */
export const removeDueEntries = (series: Series): Promise<void> =>
  removeDue('invoice-series', series.environment, seriesName(series));
