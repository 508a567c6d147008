import { sql } from 'drizzle-orm';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { type Context, reader } from '#lib/context.ts';
import { supplierCountChanges, supplierCounts } from '#lib/database/tables/supplier-counts.ts';
import type { Rating } from '#lib/registrations/rating.ts';
import type { EntryStateKey } from '#lib/silo/states.ts';
import type { Day } from './days.ts';
import type { Stage } from './stages.ts';

/** How many there are that have these facts in common, as `counted` says them (migration 0017). */
export type Count =
  | { what: 'suppliers'; facts: { state: EntryStateKey }; count: number }
  | {
      what: 'registrations';
      /** The stages of a first registration that happened; `reason` is the last rejection's of an open one. */
      facts: { reached: Stage[]; open: boolean; reason?: RejectionReason };
      count: number;
    }
  | { what: 'ratings'; facts: { rating: Rating }; count: number }
  | { what: 'certificates'; facts: object; count: number };
export type CountOf<Kind extends Count['what']> = Extract<Count, { what: Kind }>;

export interface Span {
  createdSince: Day;
  ratedSince: Day;
  expiringUntil: Day;
}

/** What is kept of the workspace: suppliers, registrations, ratings, and certificates that sign. */
export async function readCounts(ctx: Context, span: Span): Promise<Count[]> {
  const isOurs = sql`workspace_id = ${ctx.workspace.id} and (
    what = 'suppliers'
    or what = 'registrations' and day >= ${span.createdSince.date}::date
    or what = 'ratings' and day >= ${span.ratedSince.date}::date
    or what = 'certificates' and day <= ${span.expiringUntil.date}::date)`;
  const { rows } = await reader(ctx).execute<Count & Record<string, unknown>>(sql`
    select what, facts, sum(count)::int as count
    from (
      select what, facts, count from ${supplierCounts} where ${isOurs}
      union all
      select what, facts, change from ${supplierCountChanges} where ${isOurs}
    ) counted
    group by what, facts having sum(count) <> 0`);
  return rows;
}

/** How many invoices were authorized on which day, by its date. */
export async function readInvoiceDays(ctx: Context, since: Day): Promise<Map<string, number>> {
  const isOurs = sql`workspace_id = ${ctx.workspace.id} and what = 'invoices' and day >= ${since.date}::date`;
  const { rows } = await reader(ctx).execute<{ date: string; count: number }>(sql`
    select day::text as date, sum(count)::int as count
    from (
      select day, count from ${supplierCounts} where ${isOurs}
      union all
      select day, change from ${supplierCountChanges} where ${isOurs}
    ) counted
    group by day`);
  return new Map(rows.map(({ date, count }) => [date, count]));
}

export const countsOf = <Kind extends Count['what']>(counts: Count[], kind: Kind): CountOf<Kind>[] =>
  counts.filter((count): count is CountOf<Kind> => count.what === kind);

export const sumOf = (counts: { count: number }[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);
