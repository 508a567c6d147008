import { z } from 'zod';

const buenosAires = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' });
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
  dayOf(buenosAires.format(new Date(now.getTime() + days * dayMs)));

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
