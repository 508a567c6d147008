const minuteMs = 60_000;

/** What was authorised a moment ago takes minutes to spread at the authority; after 37 of them it is something else. */
const propagationMinutes = [2, 5, 10, 20];
/** An authority that is down is asked again and again, less and less often. */
const outageMinutes = [1, 2, 4, 8, 15, 30];

/** When to try again after the `attempts`-th try; undefined when the supplier has to act first. */
export function nextProofAfter(
  cause: 'propagation' | 'outage',
  attempts: number,
  now: Date,
  atLeastSeconds = 0,
): Date | undefined {
  const minutes = cause === 'outage' ? outageMinutes : propagationMinutes;
  const index = cause === 'outage' ? Math.min(attempts, minutes.length) - 1 : attempts - 1;
  const wait = minutes[index];
  return wait === undefined
    ? undefined
    : new Date(now.getTime() + Math.max(wait * minuteMs, atLeastSeconds * 1_000));
}
