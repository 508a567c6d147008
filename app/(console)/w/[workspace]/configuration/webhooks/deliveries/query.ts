import 'server-only';

import { dayFilters, spanOf, withPeriod } from '#console/_ui/days.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { fieldOf } from '#console/_ui/moment.tsx';
import { anyText, oneOf, readTyped } from '#console/_ui/typed-filters.ts';
import { deliveryStatuses } from '#lib/webhooks/deliveries.ts';
import { addressMeant, endpointsMeant, type NamedEndpoint } from './delivery-status.tsx';

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

/** The form of the dialog that sends deliveries again. */
export interface ReplayValues extends Record<'since' | 'until' | 'endpoint' | 'event', string> {
  what: 'missed' | 'pending' | 'dead' | 'delivered' | 'all';
}

/** What the list is filtered by, as the dialog that sends all of it again begins with it. */
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

/** Addresses that the filter knows. */
export const mostSuggested = 500;
