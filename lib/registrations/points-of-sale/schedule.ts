const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A new point of sale takes minutes to hours to be listed (docs/authority.md#new-points-of-sale). */
const firstMinutes = [2, 5, 10, 20];
const dayMs = 24 * hourMs;
/** Who has none after a month is not about to invoice: whoever adds one then is seen when they ask. */
const lastingMs = 30 * dayMs;

/** How long the first unasked reading waits: the supplier is often still at it. */
export const firstReadingMs = 2 * minuteMs;

/**
 * When to read the points of sale again, as long as none can be used; undefined when it is no use any more.
 * @param attempts the readings that were made by this schedule
 * @param since when the registration was completed
 */
export function nextReadingAfter(
  { attempts, since }: { attempts: number; since: Date },
  now: Date,
): Date | undefined {
  const elapsed = now.getTime() - since.getTime();
  if (elapsed >= lastingMs) return undefined;
  const minutes = firstMinutes[attempts];
  const wait = minutes !== undefined ? minutes * minuteMs : elapsed < dayMs ? hourMs : 12 * hourMs;
  return new Date(now.getTime() + wait);
}
