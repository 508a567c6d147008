import { z } from 'zod';
import { buenosAiresDay } from '#lib/buenos-aires.ts';
import type { Period } from './periods.ts';

const dayMs = 86_400_000;

/** A day of Buenos Aires, whole: what is counted by the day is shown by the day. */
export interface Day {
  /** `2026-11-20` */
  date: string;
  start: Date;
  /** Its last millisecond. */
  end: Date;
}

/** So many days after `now`; below zero, before it. */
export const dayAfter = (days: number, now: Date): Day =>
  dayOf(buenosAiresDay(new Date(now.getTime() + days * dayMs)));

/** Of an ISO date; undefined where there is no such day. */
export function dayNamed(date: string | undefined): Day | undefined {
  if (!date || !z.iso.date().safeParse(date).success) return undefined;
  return dayOf(date);
}

const dayOf = (date: string): Day => ({
  date,
  start: new Date(`${date}T00:00:00-03:00`),
  end: new Date(`${date}T23:59:59.999-03:00`),
});

/** The first and the last day of it, as it is now. */
export function daysOfPeriod(period: Period, now = new Date()): { first: Day; last: Day } {
  const today = dayAfter(0, now);
  const month = dayOf(`${today.date.slice(0, 7)}-01`);
  switch (period) {
    case 'today':
      return { first: today, last: today };
    case 'last-7-days':
      return { first: dayAfter(-6, now), last: today };
    case 'last-30-days':
      return { first: dayAfter(-29, now), last: today };
    case 'this-month':
      return { first: month, last: today };
    case 'last-month': {
      const last = dayAfter(-1, month.start);
      return { first: dayOf(`${last.date.slice(0, 7)}-01`), last };
    }
  }
}
