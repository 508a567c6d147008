import type { Span } from '#lib/paging.ts';
import { type Day, dayNamed, daysOfPeriod } from '#lib/reports/days.ts';
import { type Period, periods } from '#lib/reports/periods.ts';
import { paramOf, type SearchParams } from './list-page.tsx';

/** The days that a list is narrowed to, as its address has them: a span that moves on, or two ISO dates. */
export interface DayRange {
  period: Period | 'custom' | undefined;
  /** Of `custom`. */
  from: string | undefined;
  to: string | undefined;
}

/** `?period=last-month`, or `?from=2026-11-01&to=2026-11-30`; what is no day counts as not given. */
export function readDays(params: SearchParams): DayRange {
  const period = periods.find((each) => each === paramOf(params, 'period'));
  if (period) return { period, from: undefined, to: undefined };
  const [from, to] = [dayNamed(paramOf(params, 'from'))?.date, dayNamed(paramOf(params, 'to'))?.date];
  const isCustom = Boolean(from || to) || paramOf(params, 'period') === 'custom';
  return { period: isCustom ? 'custom' : undefined, from, to };
}

/** The days that it is today. */
export function daysOf(
  { period, from, to }: DayRange,
  now?: Date,
): { first?: Day | undefined; last?: Day | undefined } {
  if (!period || period === 'custom') return { first: dayNamed(from), last: dayNamed(to) };
  return daysOfPeriod(period, now);
}

export function spanOf(range: DayRange): Span {
  const { first, last } = daysOf(range);
  return { since: first?.start, until: last?.end };
}
