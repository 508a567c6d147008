import type { Span } from '#lib/paging.ts';
import { type Day, daysOfPeriod, parseDay } from '#lib/reports/counts.ts';
import { periods } from '#lib/reports/periods.ts';
import { paramOf, type SearchParams } from './list-page.tsx';
import { oneOf, type TypedFilters } from './typed-filters.ts';

const aDay = { read: (text: string) => parseDay(text)?.date, fault: 'date' } as const;

/**
 * Date filters in a list's address: a relative period, or two ISO dates with `custom`. `?period=last-month`,
 * or `?from=2026-11-01&to=2026-11-30`.
 */
export const dayFilters = { period: oneOf([...periods, 'custom']), from: aDay, to: aDay };
export type DayFilters = TypedFilters<typeof dayFilters>;

/** Adds the period `custom` to dates without a period. Dates with another period are ignored. */
export function withPeriod(params: SearchParams): SearchParams {
  const [period, from, to] = ['period', 'from', 'to'].map((name) => paramOf(params, name));
  if (period && period !== 'custom') return { ...params, from: undefined, to: undefined };
  return from || to ? { ...params, period: 'custom' } : params;
}

/** First and last day of the filter. Periods are relative to today. */
export function daysOf(
  { period, from, to }: DayFilters['values'],
  now?: Date,
): { first?: Day | undefined; last?: Day | undefined } {
  if (!period || period === 'custom') return { first: parseDay(from), last: parseDay(to) };
  return daysOfPeriod(period, now);
}

export function spanOf(range: DayFilters['values']): Span {
  const { first, last } = daysOf(range);
  return { since: first?.start, until: last?.end };
}
