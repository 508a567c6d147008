import { and, type Column, gt, lte, not, type SQL, sql } from 'drizzle-orm';

/**
 * An age has two bounds: an instant in the future was written by a clock that has been set back since, and is
 * meaningless. Without the second bound it would count as recent until the clock catches up.
 */

/** Maximum difference between the clocks of an installation's machines. */
export const clockSkewMs = 60_000;

const ahead = (now: Date, ms = 0) => new Date(now.getTime() + ms + clockSkewMs);

/** True if the instant is less than `ms` ago. */
export function isYounger(instant: Date, ms: number, now: Date): boolean {
  return instant <= ahead(now) && now.getTime() - instant.getTime() < ms;
}

/** `isYounger` for a column. */
export const areYounger = (column: Column, ms: number, now: Date): SQL =>
  sql`(${gt(column, new Date(now.getTime() - ms))} and ${lte(column, ahead(now))})`;

/** Rows at least `ms` old, or dated in the future; not rows without an instant. */
export const areNotYounger = (column: Column, ms: number, now: Date): SQL | undefined =>
  not(areYounger(column, ms, now));

/** True for something with a lifetime of `ms` that ends at `end` and has not ended yet. */
export const isAlive = (end: Date, ms: number, now: Date): boolean => end > now && end <= ahead(now, ms);

/** `isAlive` for a column. */
export const areAlive = (end: Column, ms: number, now: Date): SQL | undefined =>
  and(gt(end, now), lte(end, ahead(now, ms)));
