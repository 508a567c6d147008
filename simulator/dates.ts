import { argentineIso } from './clock.ts';

/** `yyyymmdd` of the day in Argentina. */
export const compactDay = (date: Date): string => argentineIso(date).slice(0, 10).replaceAll('-', '');

/** `yyyymmddHHMMSS` */
export const compactMoment = (date: Date): string => argentineIso(date).slice(0, 19).replaceAll(/\D/g, '');

/** `7/1/2021`: WSFE's texts contain dates in .NET's American format. */
export const americanDay = (date: Date): string =>
  `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;

/** `7/1/2021 8:19:19 PM` in UTC. */
export function americanMoment(date: Date): string {
  const hours = date.getUTCHours();
  const minutesAndSeconds = date.toISOString().slice(13, 19);
  return `${americanDay(date)} ${hours % 12 || 12}${minutesAndSeconds} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** Midday UTC of a `yyyymmdd`. Undefined if it is not a day. */
export function dayOf(text: string): Date | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (!year) return undefined;
  const date = new Date(`${year}-${month}-${day}T12:00:00Z`);
  return Number.isNaN(date.getTime()) || compactDay(date) !== text ? undefined : date;
}

/** NaN if either is not a day. */
export function daysBetween(from: string, to: string): number {
  const [one, other] = [dayOf(from), dayOf(to)];
  return one && other ? Math.round((other.getTime() - one.getTime()) / 86_400_000) : Number.NaN;
}

export function addDays(text: string, days: number): string {
  const date = dayOf(text);
  return date ? compactDay(new Date(date.getTime() + days * 86_400_000)) : text;
}

/** Skips weekends only: the simulator knows no holidays. */
export function workingDayBefore(day: string): string {
  const before = addDays(day, -1);
  return [0, 6].includes(dayOf(before)?.getUTCDay() ?? 1) ? workingDayBefore(before) : before;
}
