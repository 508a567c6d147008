import { and, eq, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { isActive } from '#lib/certificates/store.ts';
import { type Context, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import type { Rating } from '#lib/registrations/rating.ts';
import type { Stage } from '#lib/registrations/state.ts';
import type { EntryStateKey } from '#lib/silo/states.ts';
import { buenosAiresDay, dayMs } from '#lib/time.ts';
import type { Period } from './periods.ts';
import { isFirst, isUnfinished, reachedStages, reason } from './stages.ts';

/** Number of rows with the same `facts`. */
export type Count =
  | { what: 'suppliers'; facts: { state: EntryStateKey }; count: number }
  | {
      what: 'registrations';
      /**
       * `reached` is empty for a renewal. `reason` is that of the last rejection, only if the registration is
       * open.
       */
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

/** Counts of suppliers, registrations, ratings and active certificates. */
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

export const countsOf = <Kind extends Count['what']>(counts: Count[], kind: Kind): CountOf<Kind>[] =>
  counts.filter((count): count is CountOf<Kind> => count.what === kind);

export const sumOf = (counts: { count: number }[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

/** A day in Buenos Aires. */
export interface Day {
  /** Such as `2026-11-20`. */
  date: string;
  start: Date;
  /** Last millisecond of the day. */
  end: Date;
}

/** Returns the day `days` days after `now`; a negative number counts back. */
export const dayAfter = (days: number, now: Date): Day => dayAt(new Date(now.getTime() + days * dayMs));

export const dayAt = (instant: Date): Day => dayOf(buenosAiresDay(instant));

/** Returns the day of an ISO date; undefined if the date is invalid. */
export function parseDay(date: string | undefined): Day | undefined {
  if (!date || !z.iso.date().safeParse(date).success) return undefined;
  return dayOf(date);
}

const dayOf = (date: string): Day => ({
  date,
  start: new Date(`${date}T00:00:00-03:00`),
  end: new Date(`${date}T23:59:59.999-03:00`),
});

/** Returns the first and last day of a period, as of now. */
export function daysOfPeriod(period: Period, now = new Date()): { first: Day; last: Day } {
  const today = dayAt(now);
  const month = dayOf(`${today.date.slice(0, 7)}-01`);
  switch (period) {
    case 'today':
      return { first: today, last: today };
    case 'last-7-days':
      return { first: dayAfter(-6, now), last: today };
    case 'last-30-days':
      return { first: dayAfter(-29, now), last: today };
    case 'this-month':
      return { first: month, last: today };
    case 'last-month': {
      const last = dayAfter(-1, month.start);
      return { first: dayOf(`${last.date.slice(0, 7)}-01`), last };
    }
  }
}
