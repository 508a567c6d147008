import type { RegistrationFacts } from '../registration.ts';

const dayMs = 86_400_000;
/** Argentina has had no other since 2009. */
const offsetMs = 3 * 3_600_000;
const isWorkday = (date: Date) => ![0, 6].includes(new Date(date.getTime() - offsetMs).getUTCDay());

/**
 * The day from which an invoice may bear a new point of sale: `workdays` after the supplier said they added it, or it
 * appeared at the authority (docs/authority.md#new-points-of-sale). Holidays are not known here. Undefined once that day has come, or when the point
 * of sale was there before.
 */
export function firstUseOf(
  { pointOfSaleClaimedAt }: Pick<RegistrationFacts, 'pointOfSaleClaimedAt'>,
  workdays: number,
  now: Date,
): Date | undefined {
  if (!pointOfSaleClaimedAt) return undefined;
  let day = pointOfSaleClaimedAt;
  // What is notified on a day off counts from the next workday.
  while (!isWorkday(day)) day = new Date(day.getTime() + dayMs);
  for (let left = workdays; left > 0; ) {
    day = new Date(day.getTime() + dayMs);
    if (isWorkday(day)) left -= 1;
  }
  return day > now ? day : undefined;
}
