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
export function dayAfter(days: number, now: Date): Day {
  const date = buenosAires.format(new Date(now.getTime() + days * dayMs));
  return { date, start: new Date(`${date}T00:00:00-03:00`), end: new Date(`${date}T23:59:59.999-03:00`) };
}
