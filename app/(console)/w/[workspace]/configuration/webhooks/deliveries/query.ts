import { z } from 'zod';
import { type DayRange, readDays, spanOf } from '#console/_ui/days.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { deliveryStatuses } from '#lib/webhooks/deliveries.ts';

/** What the address asks for. A value that is none of a filter's counts as not given, as for a link from elsewhere. */
const Filters = z.object({
  status: z.enum(deliveryStatuses).optional().catch(undefined),
  /** An id, or part of an address. */
  endpoint: z.string().trim().min(1).max(2_000).optional().catch(undefined),
  event: z.string().trim().min(1).max(200).optional().catch(undefined),
});
export type Filters = z.infer<typeof Filters> & DayRange;

export const readFilters = (params: SearchParams): Filters => ({
  ...Filters.parse(params),
  ...readDays(params),
});

export const queryOf = ({ status, endpoint, event, ...days }: Filters, known: NamedEndpoint[]) => ({
  ...(status ? { status } : {}),
  ...(endpoint ? { endpoints: endpointsMeant(known, endpoint) } : {}),
  ...(event ? { event } : {}),
  ...spanOf(days),
});

/** Addresses that the filter knows. */
export const mostSuggested = 500;

/** An endpoint, as a filter shows it. */
export interface NamedEndpoint {
  id: string;
  url: string;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Which endpoints are meant: the one with this id or this address, else all whose address has this in it. */
function endpointsMeant(endpoints: NamedEndpoint[], asked: string): string[] {
  if (uuid.test(asked)) return [asked.toLowerCase()];
  const exact = endpoints.filter(({ url }) => url === asked);
  const part = asked.toLowerCase();
  const meant = exact.length ? exact : endpoints.filter(({ url }) => url.toLowerCase().includes(part));
  return meant.map(({ id }) => id);
}

/** What stands in the field: an address rather than its id. */
export const addressMeant = (endpoints: NamedEndpoint[], asked: string): string =>
  endpoints.find(({ id }) => id === asked.toLowerCase())?.url ?? asked;
