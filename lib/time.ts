import { and, type Column, gt, lte, not, type SQL, sql } from 'drizzle-orm';

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

/*
 * An age has two bounds: an instant that lies ahead was written by a clock that has been set back since, and says nothing.
 * Taken for a young one it would stay young until the clock has come as far again.
 */

/** The clocks of an installation's machines differ by no more. */
export const clockSkewMs = 60_000;

const ahead = (now: Date, ms = 0) => new Date(now.getTime() + ms + clockSkewMs);

/** Whether the instant is less than `ms` ago. */
export function isYounger(instant: Date, ms: number, now: Date): boolean {
  return instant <= ahead(now) && now.getTime() - instant.getTime() < ms;
}

/** The same of a column. */
export const areYounger = (column: Column, ms: number, now: Date): SQL =>
  sql`(${gt(column, new Date(now.getTime() - ms))} and ${lte(column, ahead(now))})`;

/** Rows that are as old as `ms`, or dated ahead; not those that have no instant. */
export const areNotYounger = (column: Column, ms: number, now: Date): SQL | undefined =>
  not(areYounger(column, ms, now));

/** Whether what lives for `ms` from its making, and ends at the instant, lives. */
export const isAlive = (end: Date, ms: number, now: Date): boolean => end > now && end <= ahead(now, ms);

/** The same of a column. */
export const areAlive = (end: Column, ms: number, now: Date): SQL | undefined =>
  and(gt(end, now), lte(end, ahead(now, ms)));
