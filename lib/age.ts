import { and, type Column, gt, lte, not, type SQL, sql } from 'drizzle-orm';

/**
 * All checks reject instants that are further in the future than clocks can differ. They come from a clock that has
 * been set back since, and would count as recent until the clock catches up.
 */

/** Maximum difference between the clocks of an installation's machines. */
export const clockSkewMs = 60_000;

const latestPlausible = (now: Date, ms = 0) => new Date(now.getTime() + ms + clockSkewMs);

/** True if the instant is less than `ms` ago. */
export function isRecent(instant: Date, ms: number, now: Date): boolean {
  return instant <= latestPlausible(now) && now.getTime() - instant.getTime() < ms;
}

/** `isRecent` for a column. */
export const areRecent = (column: Column, ms: number, now: Date): SQL =>
  sql`(${gt(column, new Date(now.getTime() - ms))} and ${lte(column, latestPlausible(now))})`;

/** Rows at least `ms` old, or dated in the future. Rows with NULL do not match. */
export const areStale = (column: Column, ms: number, now: Date): SQL | undefined =>
  not(areRecent(column, ms, now));

/** True if `end` is in the future, but not by more than the whole lifetime `ms`, which would be a clock error. */
export const isUnexpired = (end: Date, ms: number, now: Date): boolean =>
  end > now && end <= latestPlausible(now, ms);

/** `isUnexpired` for a column. */
export const areUnexpired = (end: Column, ms: number, now: Date): SQL | undefined =>
  and(gt(end, now), lte(end, latestPlausible(now, ms)));
