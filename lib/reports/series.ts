import { and, desc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Context, reader } from '#lib/context.ts';
import { invoiceSeries, invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { entries } from '#lib/database/tables/silo.ts';
import type { StoredMessage } from '#lib/faults.ts';
import { isInSeries, type Series } from '#lib/invoices/series.ts';
import { openStatuses, type Submission } from '#lib/invoices/submissions.ts';
import { requirePermission } from '#lib/roles.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';

/** One of a supplier's number series, according to the workspace's own invoices. */
export interface SeriesState extends Pick<Series, 'pointOfSale' | 'documentType'> {
  /** The last invoice with a CAE. */
  last?: LastAuthorised;
  waiting?: Waiting;
}

interface LastAuthorised {
  number: number;
  entryId: string;
}

interface Waiting {
  count: number;
  /** The invoice with an obstacle, or else the first in order. */
  first: { entryId: string; obstacle: StoredMessage | null };
}

type Issuer = Pick<Series, 'cuit'>;
const { pointOfSale, documentType, number, entryId } = invoiceSubmissions;

/** Lists the series in which the workspace has sent invoices of a supplier, or has invoices waiting. */
export async function listSeries(ctx: Context, issuer: Issuer): Promise<SeriesState[]> {
  requirePermission(ctx, 'invoices:read');
  const [sent, waiting] = await Promise.all([lastOfEach(ctx, issuer), waitingInEach(ctx, issuer)]);
  const bySeries = new Map<string, SeriesState>();
  for (const { count, first, ...series } of waiting) {
    bySeries.set(seriesKey(series), { ...series, waiting: { count, first } });
  }
  for (const { last, ...series } of sent) {
    bySeries.set(seriesKey(series), { ...series, ...bySeries.get(seriesKey(series)), last });
  }
  return [...bySeries.values()].sort(
    (one, other) => one.pointOfSale - other.pointOfSale || one.documentType - other.documentType,
  );
}

const seriesKey = (series: Pick<Series, 'pointOfSale' | 'documentType'>) =>
  `${series.pointOfSale}-${series.documentType}`;

/** Returns the last authorized number of each series. */
async function lastOfEach(ctx: Context, { cuit }: Issuer) {
  const last = reader(ctx)
    .select({ number: sql<number>`${number}`.as('last_number'), entryId: entryId })
    .from(invoiceSubmissions)
    .where(
      and(
        isInSeries(invoiceSubmissions, invoiceSeries),
        eq(invoiceSubmissions.workspaceId, ctx.workspace.id),
        isNotNull(invoiceSubmissions.cae),
      ),
    )
    .orderBy(desc(number))
    .limit(1)
    .as('last');
  const rows = await reader(ctx)
    .select({
      pointOfSale: invoiceSeries.pointOfSale,
      documentType: invoiceSeries.documentType,
      number: last.number,
      entryId: last.entryId,
    })
    .from(invoiceSeries)
    .crossJoinLateral(last)
    .where(and(eq(invoiceSeries.environment, ctx.workspace.environment), eq(invoiceSeries.cuit, cuit)));
  return rows.map(({ number, entryId, ...series }) => ({ ...series, last: { number, entryId } }));
}

const waitingInEach = (ctx: Context, { cuit }: Issuer) => {
  const { obstacle, jobCreatedAt, jobId } = invoiceSubmissions;
  return reader(ctx)
    .select({
      pointOfSale,
      documentType,
      count: sql<number>`count(*)::int`,
      first: sql<Waiting['first']>`(array_agg(
        jsonb_build_object('entryId', ${entryId}, 'obstacle', ${obstacle})
        order by ${obstacle} is null, ${jobCreatedAt}, ${jobId}))[1]`,
    })
    .from(invoiceSubmissions)
    .where(
      and(
        eq(invoiceSubmissions.environment, ctx.workspace.environment),
        eq(invoiceSubmissions.cuit, cuit),
        ownOpenSubmissions(ctx),
      ),
    )
    .groupBy(pointOfSale, documentType);
};

/** An authorized document of a series, with what lists show of it. */
export interface Numbered {
  number: number;
  cae: string | null;
  entryId: string;
  snippet: ListedEntry['snippet'];
}

/** Lists the newest authorized documents of a series. */
export const listNumbered = (
  ctx: Context,
  series: Omit<Series, 'environment'>,
  { limit }: { limit: number },
): Promise<Numbered[]> => {
  requirePermission(ctx, 'invoices:read');
  return reader(ctx)
    .select({
      number: sql<number>`${number}`,
      cae: invoiceSubmissions.cae,
      entryId,
      snippet: entries.snippet,
    })
    .from(invoiceSubmissions)
    .innerJoin(entries, eq(entries.id, entryId))
    .where(ownNumbered(ctx, series))
    .orderBy(desc(number))
    .limit(limit);
};

const ownNumbered = (ctx: Context, series: Omit<Series, 'environment'>) =>
  and(
    isInSeries(invoiceSubmissions, { ...series, environment: ctx.workspace.environment }),
    eq(invoiceSubmissions.workspaceId, ctx.workspace.id),
    isNotNull(invoiceSubmissions.cae),
  );

/** Newest numbers that are read for the months and gaps of a series. */
export const numbersRead = 5_000;
const maxGaps = 20;

export interface SeriesHistory {
  /** Documents read: all of the series, or the newest `numbersRead`. */
  documents: number;
  /** Whole months of issue, newest first, by currency. */
  months: { month: string; currency: string; count: number; total: string }[];
  /** Numbers between the documents' that none of them has, newest first. */
  gaps: { first: number; last: number }[];
}

/** Sums of the months and missing numbers among the newest authorized documents of a series. */
export async function seriesHistory(
  ctx: Context,
  series: Omit<Series, 'environment'>,
): Promise<SeriesHistory> {
  requirePermission(ctx, 'invoices:read');
  const newest = sql`select ${number} as number, ${entryId} as entry_id from ${invoiceSubmissions}
    where ${ownNumbered(ctx, series)} order by ${number} desc limit ${numbersRead}`;
  const [months, gaps] = await Promise.all([
    reader(ctx).execute<SeriesHistory['months'][number]>(sql`
      with newest as (${newest})
      select left(${entries.issuedOn}, 7) as month, coalesce(${entries.snippet} ->> 'currency', 'ARS') as currency,
        count(*)::int as count, sum((${entries.snippet} ->> 'total')::numeric)::text as total
      from newest join ${entries} on ${entries.id} = newest.entry_id
      where ${entries.issuedOn} is not null
      group by 1, 2 order by 1 desc, 2`),
    reader(ctx).execute<{ first: number; last: number }>(sql`
      with newest as (${newest}), neighbours as (
        select number, lag(number) over (order by number) as previous from newest)
      select previous + 1 as first, number - 1 as last from neighbours
      where number - previous > 1 order by number desc limit ${maxGaps}`),
  ]);
  const documents = months.rows.reduce((sum, { count }) => sum + count, 0);
  // The oldest month may have begun before the numbers that were read.
  const oldest = documents >= numbersRead ? months.rows.at(-1)?.month : undefined;
  return {
    documents,
    months: months.rows.filter(({ month }) => month !== oldest),
    gaps: gaps.rows,
  };
}

/** A waiting invoice, with what lists show of it. */
export interface Queued extends Pick<Submission, 'status' | 'obstacle' | 'nextAttemptAt'> {
  entryId: string;
  snippet: ListedEntry['snippet'];
}

/** Lists the waiting invoices of a series in sending order: first those being sent, then by job. */
export const listQueue = (
  ctx: Context,
  series: Omit<Series, 'environment'>,
  { limit }: { limit: number },
): Promise<Queued[]> => {
  requirePermission(ctx, 'invoices:read');
  const { status, obstacle, nextAttemptAt, jobCreatedAt, jobId } = invoiceSubmissions;
  return reader(ctx)
    .select({ entryId, status, obstacle, nextAttemptAt, snippet: entries.snippet })
    .from(invoiceSubmissions)
    .innerJoin(entries, eq(entries.id, entryId))
    .where(
      and(
        isInSeries(invoiceSubmissions, { ...series, environment: ctx.workspace.environment }),
        ownOpenSubmissions(ctx),
      ),
    )
    .orderBy(desc(eq(status, 'sending')), jobCreatedAt, jobId)
    .limit(limit);
};

/** Why an invoice is not authorized yet: its own obstacle, or that of the first in its series. */
export type WaitingInvoice = Pick<Submission, 'status' | 'obstacle' | 'nextAttemptAt'>;

/** Returns those of the invoices that are on their way to the authority, by entry id. */
export async function findWaiting(
  ctx: Context,
  entryIds: readonly string[],
): Promise<Map<string, WaitingInvoice>> {
  requirePermission(ctx, 'invoices:read');
  const { status, obstacle, nextAttemptAt } = invoiceSubmissions;
  const others = alias(invoiceSubmissions, 'others');
  const first = reader(ctx)
    .select({ obstacle: others.obstacle, nextAttemptAt: others.nextAttemptAt })
    .from(others)
    .where(
      and(
        eq(others.environment, invoiceSubmissions.environment),
        eq(others.cuit, invoiceSubmissions.cuit),
        eq(others.pointOfSale, pointOfSale),
        eq(others.documentType, documentType),
        eq(others.workspaceId, ctx.workspace.id),
        inArray(others.status, openStatuses),
      ),
    )
    .orderBy(others.jobCreatedAt, others.jobId)
    .limit(1)
    .as('first_in_series');
  const rows = await reader(ctx)
    .select({
      entryId,
      status,
      own: { obstacle, nextAttemptAt },
      first: { obstacle: first.obstacle, nextAttemptAt: first.nextAttemptAt },
    })
    .from(invoiceSubmissions)
    .leftJoinLateral(first, sql`true`)
    .where(and(ownOpenSubmissions(ctx), sql`${entryId} = any(${sql.param(entryIds)}::uuid[])`));
  return new Map(
    rows.map(({ entryId, status, own, first }) => [
      entryId,
      { status, ...(own.obstacle || !first?.obstacle ? own : first) },
    ]),
  );
}

const ownOpenSubmissions = (ctx: Context) =>
  and(eq(invoiceSubmissions.workspaceId, ctx.workspace.id), inArray(invoiceSubmissions.status, openStatuses));

/**
 * Submissions before one in its series: their number, and the first of them, which is being sent or holds up
 * the others.
 */
export interface QueuePosition {
  count: number;
  first: Submission | undefined;
}

/** Counts only the workspace's own invoices, so that those of others at the same point of sale are not disclosed. */
export async function queuePositionOf(ctx: Context, submission: Submission): Promise<QueuePosition> {
  requirePermission(ctx, 'invoices:read');
  const { id, status, jobCreatedAt, jobId } = submission;
  if (status !== 'queued') return { count: 0, first: undefined };
  const place = sql`(${invoiceSubmissions.jobCreatedAt}, ${invoiceSubmissions.jobId})`;
  const isSending = eq(invoiceSubmissions.status, 'sending');
  const ahead = and(
    eq(invoiceSubmissions.workspaceId, ctx.workspace.id),
    isInSeries(invoiceSubmissions, submission),
    inArray(invoiceSubmissions.status, ['queued', 'sending']),
    ne(invoiceSubmissions.id, id),
    or(isSending, sql`${place} < (${jobCreatedAt.toISOString()}::timestamptz, ${jobId}::uuid)`),
  );
  const [first] = await reader(ctx)
    .select()
    .from(invoiceSubmissions)
    .where(ahead)
    .orderBy(desc(isSending), place)
    .limit(1);
  return { first, count: first ? await reader(ctx).$count(invoiceSubmissions, ahead) : 0 };
}
