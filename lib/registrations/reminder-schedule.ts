import type { Environment } from '#lib/authority-environment.ts';
import type { AppSettings } from '#lib/database/tables/accounts.ts';
import { dayMs } from '#lib/time.ts';

/** Reminders are due a day after the last progress at the earliest, so the first check is then. */
const firstCheckMs = dayMs;

/** Reminders delayed for longer, by downtime or while reminders were off, are skipped. */
const latestMs = dayMs;

const usualDays: Record<Environment, number[]> = { live: [2, 7, 14], sandbox: [] };

export const reminderDaysOf = (
  { reminderDays }: Pick<AppSettings, 'reminderDays'>,
  environment: Environment,
): number[] => reminderDays ?? usualDays[environment];

/** Columns to set on each step of the supplier; restarts the count of days. */
export const progressAt = (now: Date) => ({ progressedAt: now, nextReminderAt: nextCheckAfter(now) });

export const nextCheckAfter = (now: Date) => new Date(now.getTime() + firstCheckMs);

export interface StalledSince {
  /** Last step of the supplier, or the invitation. */
  since: Date;
  remindedAt?: Date | undefined;
}

/** Returns whether a reminder is due, and the time of the next check; null if none is needed before progress. */
export function dueReminder(
  { since, remindedAt }: StalledSince,
  days: readonly number[],
  now: Date,
): { isDue: boolean; next: Date | null } {
  const instants = days.map((day) => new Date(since.getTime() + day * dayMs)).toSorted((a, b) => +a - +b);
  const last = instants.findLast((at) => at <= now);
  const isLate = last !== undefined && now.getTime() - last.getTime() > latestMs;
  // A manual reminder within the day before replaces this one.
  const isSent =
    last !== undefined && remindedAt !== undefined && remindedAt.getTime() > last.getTime() - dayMs;
  return { isDue: last !== undefined && !isLate && !isSent, next: instants.find((at) => at > now) ?? null };
}
