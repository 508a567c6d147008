import 'server-only';

import { dayFilters, spanOf, withPeriod } from '#console/_ui/days.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { fieldOf } from '#console/_ui/moment.tsx';
import { anyText, oneOf, readTyped } from '#console/_ui/typed-filters.ts';
import { deliveryStatuses } from '#lib/webhooks/deliveries.ts';
import { addressMeant, matchingEndpointIds, type NamedEndpoint } from './delivery-status.tsx';

const filters = {
  status: oneOf(deliveryStatuses),
  /** An id, or part of an address. */
  endpoint: anyText(2_000),
  event: anyText(),
  ...dayFilters,
};

/** The filters in the address, and the resulting query. */
export function readDeliveryParams(params: SearchParams, known: NamedEndpoint[]) {
  const read = readTyped(withPeriod(params), filters);
  const { status, endpoint, event, ...days } = read.values;
  return {
    ...read,
    query: {
      ...(status ? { status } : {}),
      ...(endpoint ? { endpoints: matchingEndpointIds(known, endpoint) } : {}),
      ...(event ? { event } : {}),
      ...spanOf(days),
    },
  };
}
export type ReadDeliveryParams = ReturnType<typeof readDeliveryParams>;

/** Values of the form that sends deliveries again. */
export interface ReplayValues extends Record<'since' | 'until' | 'endpoint' | 'event', string> {
  what: 'missed' | 'pending' | 'dead' | 'delivered' | 'all';
}

/** Initial values of that form, taken from the list's filters. */
export function replayOf({ values, query }: ReadDeliveryParams, known: NamedEndpoint[]): ReplayValues {
  const { status, endpoint = '', event = '' } = values;
  return {
    since: query.since ? fieldOf(query.since) : '',
    until: query.until ? fieldOf(query.until) : '',
    what: status && status !== 'cancelled' ? status : 'missed',
    endpoint: addressMeant(known, endpoint),
    event,
  };
}

/** Most endpoints suggested by the filter. */
export const mostSuggested = 500;
