import 'server-only';
import { paramsOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { aCuit, readTyped } from '#console/_ui/typed-filters.ts';
import { Month, type MonthQuery } from '#lib/invoices/sales-month.ts';
import { buenosAiresDay } from '#lib/time.ts';

const filters = {
  month: { read: (text: string) => Month.safeParse(text).data, fault: 'choice' },
  issuer: aCuit,
} as const;

export const readMonthParams = (params: SearchParams) => readTyped(params, filters);

/** The month and company in a file's address; undefined if they are invalid. */
export function queryOfFile(request: Request): MonthQuery | undefined {
  const { month, issuer } = readMonthParams(paramsOf(request)).values;
  return month && issuer ? { month, issuer } : undefined;
}

/** The month that bookkeeping is about: the last one until the 15th, then the current one. */
export function usualMonth(now = new Date()): string {
  const today = buenosAiresDay(now);
  return Number(today.slice(8)) > 15 ? today.slice(0, 7) : monthBefore(today.slice(0, 7));
}

export const monthBefore = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
};
