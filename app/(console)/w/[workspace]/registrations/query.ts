import { z } from 'zod';
import { type StoppedQuery as Query, StoppedQuery } from '#lib/reports/stopped.ts';

const { stage, reason } = StoppedQuery.shape;

/** What the address asks for. A value that is none of a filter's counts as not given. */
const Filters = z.object({
  stage: stage.catch(undefined),
  reason: reason.catch(undefined),
  cursor: z.string().max(200).optional().catch(undefined),
});
export type Filters = z.infer<typeof Filters>;

const pageSize = 25;

export const readFilters = (searchParams: Record<string, string | string[] | undefined>): Filters =>
  Filters.parse(searchParams);

export const queryOf = (filters: Filters): Query => ({ limit: pageSize, ...given(filters) });

/** The address of the list with these filters. */
export function addressOf(list: string, filters: Filters): string {
  const asked = new URLSearchParams(given(filters) as Record<string, string>).toString();
  return asked ? `${list}?${asked}` : list;
}

const given = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
