import { and, type Column, gt, lte, not, type SQL, sql } from 'drizzle-orm';

/*
 * An age has two bounds: an instant that lies ahead was written by a clock that has been set back since, and says nothing.
 * Taken for a young one it would stay young until the clock has come as far again.
 */

/** The clocks of an installation's machines differ by no more. */
export const clockSkewMs = 60_000;

const ahead = (now: Date, ms = 0) => new Date(now.getTime() + ms + clockSkewMs);

/** Whether the instant is less than `ms` ago. */
export function isYounger(instant: Date, ms: number, now: Date): boolean {
  return instant <= ahead(now) && now.getTime() - instant.getTime() < ms;
}

/** The same of a column. */
export const areYounger = (column: Column, ms: number, now: Date): SQL =>
  sql`(${gt(column, new Date(now.getTime() - ms))} and ${lte(column, ahead(now))})`;

/** Rows that are as old as `ms`, or dated ahead; not those that have no instant. */
export const areNotYounger = (column: Column, ms: number, now: Date): SQL | undefined =>
  not(areYounger(column, ms, now));

/** Whether what lives for `ms` from its making, and ends at the instant, lives. */
export const isAlive = (end: Date, ms: number, now: Date): boolean => end > now && end <= ahead(now, ms);

/** The same of a column. */
export const areAlive = (end: Column, ms: number, now: Date): SQL | undefined =>
  and(gt(end, now), lte(end, ahead(now, ms)));
