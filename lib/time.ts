/**
 * The only zone in which people read days and times, wherever they are: screens, mails, faults, files for spreadsheets.
 * What programs read (the API, webhooks, logs) is in UTC, but for days, which are Buenos Aires' too.
 */
export const timeZone = 'America/Argentina/Buenos_Aires';

const day = new Intl.DateTimeFormat('sv-SE', { timeZone });

const dayAndTime = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });

/** `2026-11-20`: which day it is at an instant. */
export const buenosAiresDay = (instant: Date): string => day.format(instant);

/** `2026-11-20T21:05:09-03:00`: the same instant, with the day and the time as they are read. */
export const buenosAiresTime = (instant: Date): string =>
  `${dayAndTime.format(instant).replace(' ', 'T')}-03:00`;

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
