import type { Environment } from '#lib/authority-environment.ts';
import type { AppSettings } from '#lib/database/tables/accounts.ts';
import { dayMs } from '#lib/time.ts';

/** No reminder is due sooner than this: so long a registration that moves on is not looked at. */
const firstLookMs = dayMs;

/** One that could not be sent in its time, while nothing ran or reminders were off, is left out. */
const latestMs = dayMs;

const usualDays: Record<Environment, number[]> = { live: [2, 7, 14], sandbox: [] };

/** After how many days without progress the workspace reminds; none where it does not. */
export const reminderDaysOf = (
  { reminderDays }: Pick<AppSettings, 'reminderDays'>,
  environment: Environment,
): number[] => reminderDays ?? usualDays[environment];

/** With each step of the supplier's the days are counted anew. */
export const progressAt = (now: Date) => ({ progressedAt: now, nextReminderAt: lookAfter(now) });

export const lookAfter = (now: Date) => new Date(now.getTime() + firstLookMs);

export interface Standstill {
  /** The last step of the supplier's, or when they were sent the link. */
  since: Date;
  remindedAt?: Date | undefined;
}

/** Whether they are to be reminded now, and when it is looked at again; null: not before they have got further. */
export function dueReminder(
  { since, remindedAt }: Standstill,
  days: readonly number[],
  now: Date,
): { isDue: boolean; next: Date | null } {
  const instants = days.map((day) => new Date(since.getTime() + day * dayMs)).toSorted((a, b) => +a - +b);
  const last = instants.findLast((at) => at <= now);
  const isLate = last !== undefined && now.getTime() - last.getTime() > latestMs;
  // One that an operator has sent the day before counts for it.
  const isSent =
    last !== undefined && remindedAt !== undefined && remindedAt.getTime() > last.getTime() - dayMs;
  return { isDue: last !== undefined && !isLate && !isSent, next: instants.find((at) => at > now) ?? null };
}
