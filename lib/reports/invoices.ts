import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import type { StoredMessage } from '#lib/faults.ts';
import { countInvoices } from '#lib/invoices/invoice-list.ts';
import { openStatuses } from '#lib/invoices/submissions.ts';
import { maxCounted } from '#lib/limits.ts';
import { requirePermission } from '#lib/roles.ts';
import type { EntryStateKey } from '#lib/silo/states.ts';
import { type Day, dayAfter, dayAt, readInvoiceDays } from './counts.ts';

/** Days in the chart, including today. */
export const chartDays = 30;
const refusedDays = 30;
/** A count up to `maxCounted`; `maxCounted` + 1 means more. */
type Bounded = number;

/** Figures of a workspace's invoices. Days are days in Buenos Aires. */
export interface InvoiceFigures {
  /** Number authorized per day, from the first day of the chart to today. */
  days: { day: Day; count: number }[];
  today: number;
  month: { since: Day; count: number };
  /** Failed invoices issued since `since`. `state` lets the page link to the same filter of the invoice list. */
  failed: { since: Day; count: Bounded; state: EntryStateKey };
  waiting: { count: Bounded; reasons: Waiting[] };
}

/** Invoices that wait for the same reason: the obstacle of the first invoice in their series. */
export interface Waiting {
  /** Undefined if the series has no obstacle. */
  obstacle: StoredMessage | undefined;
  count: number;
  /** The invoice with the obstacle, or the first in line. */
  entryId: string;
}

export async function invoiceFigures(ctx: Context, now = new Date()): Promise<InvoiceFigures> {
  requirePermission(ctx, 'invoices:read');
  const today = dayAt(now);
  const monthSince = firstOfMonth(today);
  const days = Array.from({ length: chartDays }, (_, index) => dayAfter(index + 1 - chartDays, now));
  const first = days[0] ?? today;
  const failedSince = dayAfter(-refusedDays, now);
  const [issued, failed, reasons] = await Promise.all([
    readInvoiceDays(ctx, monthSince.date < first.date ? monthSince : first),
    countInvoices(ctx, { state: failedState, issuedFrom: failedSince.date }),
    listWaiting(ctx),
  ]);
  const inMonth = [...issued].filter(([date]) => date >= monthSince.date);
  return {
    days: days.map((day) => ({ day, count: issued.get(day.date) ?? 0 })),
    today: issued.get(today.date) ?? 0,
    month: { since: monthSince, count: inMonth.reduce((sum, [, count]) => sum + count, 0) },
    failed: { since: failedSince, count: failed, state: failedState },
    waiting: { count: reasons.reduce((sum, { count }) => sum + count, 0), reasons },
  };
}

const firstOfMonth = ({ date }: Day): Day => dayAt(new Date(`${date.slice(0, 8)}01T12:00:00-03:00`));

/** The state in which workflow templates put failed invoices. */
const failedState = 'error';

/** Most frequent first. */
async function listWaiting(ctx: Context): Promise<Waiting[]> {
  const {
    workspaceId,
    entryId,
    status,
    environment,
    cuit,
    pointOfSale,
    documentType,
    obstacle,
    jobCreatedAt,
  } = invoiceSubmissions;
  const waiting = reader(ctx)
    .select({ entryId, environment, cuit, pointOfSale, documentType, obstacle, jobCreatedAt })
    .from(invoiceSubmissions)
    .where(and(eq(workspaceId, ctx.workspace.id), inArray(status, openStatuses)))
    .limit(maxCounted + 1)
    .as('waiting');
  // In each series, the invoice with an obstacle comes first; the others wait for it.
  const { rows } = await reader(ctx).execute<{
    obstacle: StoredMessage | null;
    count: number;
    entry_id: string;
  }>(sql`
    select (array_agg(obstacle order by count desc))[1] as obstacle, sum(count)::int as count,
      (array_agg(entry_id order by count desc))[1] as entry_id
    from (
      select count(*)::int as count,
        (array_agg(obstacle order by obstacle is null, job_created_at))[1] as obstacle,
        (array_agg(entry_id order by obstacle is null, job_created_at))[1] as entry_id
      from ${waiting}
      group by environment, cuit, point_of_sale, document_type
    ) of_series
    group by obstacle ->> 'code'
    order by 2 desc`);
  return rows.map(({ obstacle, count, entry_id }) => ({
    obstacle: obstacle ?? undefined,
    count,
    entryId: entry_id,
  }));
}
