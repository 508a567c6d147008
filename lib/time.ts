/**
 * Time zone of all days and times shown to people: on screens, in mails, faults and files for spreadsheets.
 * The API, webhooks and logs use UTC, except for days, which are in this time zone as well.
 */
export const timeZone = 'America/Argentina/Buenos_Aires';

const day = new Intl.DateTimeFormat('sv-SE', { timeZone });

const dayAndTime = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });

/** `2026-11-20`: the day in Buenos Aires. */
export const buenosAiresDay = (instant: Date): string => day.format(instant);

/** `2026-11-20T21:05:09-03:00`: the instant in Buenos Aires' time. */
export const buenosAiresTime = (instant: Date): string =>
  `${dayAndTime.format(instant).replace(' ', 'T')}-03:00`;

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
