const minutes = 60;
const hours = 3_600;

/** Seconds before each attempt after the first: about 75 hours in all. */
const waits = [
  5,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
];

/** Attempts that the receiver itself may put off (`retry_in`). */
export const mostPostponements = 32;
const longestMs = 24 * hours * 1_000;

/**
 * When to try again after `failures` failed attempts, in ms from now; undefined when the schedule has ended.
 * The jitter, up to a tenth, keeps what failed together from coming back together.
 */
export function nextWaitMs(failures: number, random: () => number = Math.random): number | undefined {
  const seconds = waits[failures - 1];
  return seconds === undefined ? undefined : Math.round(seconds * 1_000 * (1 + random() / 10));
}

/** `Retry-After` in ms, from seconds or a date; a day at the most. Undefined when it says nothing usable. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (!header) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : new Date(header).getTime() - now.getTime();
  return Number.isNaN(ms) || ms < 0 ? undefined : Math.min(ms, longestMs);
}

/** The seconds of `retry_in` in ms: a second at the least, a day at the most. */
export const postponementMs = (seconds: number): number =>
  Math.min(Math.max(seconds * 1_000, 1_000), longestMs);
