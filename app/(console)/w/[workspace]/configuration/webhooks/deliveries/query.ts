import 'server-only';

import { dayFilters, spanOf, withPeriod } from '#console/_ui/days.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { anyText, oneOf, readTyped } from '#console/_ui/typed-filters.ts';
import { deliveryStatuses } from '#lib/webhooks/deliveries.ts';

const filters = {
  status: oneOf(deliveryStatuses),
  /** An id, or part of an address. */
  endpoint: anyText(2_000),
  event: anyText(),
  ...dayFilters,
};

/** What the address asks for, and the query that it makes. */
export function readDeliveryParams(params: SearchParams, known: NamedEndpoint[]) {
  const read = readTyped(withPeriod(params), filters);
  const { status, endpoint, event, ...days } = read.values;
  return {
    ...read,
    query: {
      ...(status ? { status } : {}),
      ...(endpoint ? { endpoints: endpointsMeant(known, endpoint) } : {}),
      ...(event ? { event } : {}),
      ...spanOf(days),
    },
  };
}
export type ReadDeliveryParams = ReturnType<typeof readDeliveryParams>;

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
