const minuteMs = 60_000;

/** What was authorized a moment ago takes minutes to spread at the authority, as a rule. */
const propagationMinutes = [2, 5, 10, 20, 60];
/** And up to a day, it is reported (docs/authority.md#propagation): after that it is something else. */
const propagationMs = 24 * 60 * minuteMs;
/** An authority that is down is asked again and again, less and less often. */
const outageMinutes = [1, 2, 4, 8, 15, 30];

/**
 * When to try again; undefined when the supplier has to act first.
 * @param since when the authority gave this answer first
 */
export function nextProofAfter(
  cause: 'propagation' | 'outage',
  { attempts, since }: { attempts: number; since: Date },
  now: Date,
  atLeastSeconds = 0,
): Date | undefined {
  if (cause === 'propagation' && now.getTime() - since.getTime() >= propagationMs) return undefined;
  const minutes = cause === 'outage' ? outageMinutes : propagationMinutes;
  const wait = minutes[Math.min(attempts, minutes.length) - 1] ?? 60;
  return new Date(now.getTime() + Math.max(wait * minuteMs, atLeastSeconds * 1_000));
}
