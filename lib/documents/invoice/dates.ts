const buenosAires = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' });

/** The day on which an invoice made at this instant is issued: `2026-11-20`, of Buenos Aires. */
export const issueDay = (instant: Date): string => buenosAires.format(instant);

/** How many days after `from` a date is; below zero, before it. */
export const daysAfter = (from: string, date: string): number =>
  (Date.parse(`${date}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;

export const monthOf = (date: string): string => date.slice(0, 7);
