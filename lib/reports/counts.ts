import { and, eq, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { isActive } from '#lib/certificates/store.ts';
import { type Context, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import type { Rating } from '#lib/registrations/rating.ts';
import type { EntryStateKey } from '#lib/silo/states.ts';
import type { Day } from './days.ts';
import { isFirst, isUnfinished, reachedStages, reason, type Stage } from './stages.ts';

/** How many there are that have these facts in common. */
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

/** Suppliers, registrations, ratings, and certificates that sign. */
export async function readCounts(ctx: Context, span: Span): Promise<Count[]> {
  const isOurs = (workspaceId: PgColumn) => eq(workspaceId, ctx.workspace.id);
  const { rows } = await reader(ctx).execute<Count & Record<string, unknown>>(sql`
    select 'suppliers' as what, jsonb_build_object('state', ${entries.stateKey}) as facts, count(*)::int as count
      from ${entries}
      where ${and(isOurs(entries.workspaceId), eq(entries.folder, 'suppliers'), isNull(entries.archivedAt))} group by 2
    union all
    select 'registrations', facts, count(*)::int from (
      select jsonb_strip_nulls(jsonb_build_object('reached', ${reachedStages}, 'open', ${isUnfinished},
        'reason', case when ${isUnfinished} then ${reason} end)) as facts
      from ${registrations}
      where ${and(
        isOurs(registrations.workspaceId),
        gte(registrations.createdAt, span.createdSince.start),
        or(isFirst, and(isUnfinished, isNotNull(registrations.lastRejection))),
      )}) as of_each group by 2
    union all
    select 'ratings', jsonb_build_object('rating', ${registrations.rating}), count(*)::int from ${registrations}
      where ${and(
        isOurs(registrations.workspaceId),
        gte(registrations.ratedAt, span.ratedSince.start),
        isNotNull(registrations.rating),
      )} group by 2
    union all
    select 'certificates', '{}'::jsonb, count(*)::int from ${certificates}
      where ${and(isOurs(certificates.workspaceId), isActive, lte(certificates.notAfter, span.expiringUntil.end))}`);
  return rows;
}

/** How many invoices were authorized on which day, by its date. */
export async function readInvoiceDays(ctx: Context, since: Day): Promise<Map<string, number>> {
  const { workspaceId, status, settledAt } = invoiceSubmissions;
  const rows = await reader(ctx)
    .select({
      date: sql<string>`(${settledAt} at time zone 'America/Argentina/Buenos_Aires')::date::text`,
      count: sql`count(*)`.mapWith(Number),
    })
    .from(invoiceSubmissions)
    .where(and(eq(workspaceId, ctx.workspace.id), eq(status, 'authorised'), gte(settledAt, since.start)))
    .groupBy(sql`1`);
  return new Map(rows.map(({ date, count }) => [date, count]));
}

export const countsOf = <Kind extends Count['what']>(counts: Count[], kind: Kind): CountOf<Kind>[] =>
  counts.filter((count): count is CountOf<Kind> => count.what === kind);

export const sumOf = (counts: { count: number }[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);
