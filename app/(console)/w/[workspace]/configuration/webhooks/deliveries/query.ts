import { z } from 'zod';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { deliveryStatuses } from '#lib/webhooks/deliveries.ts';
import { endpointsMeant, type NamedEndpoint } from './endpoint-choice.ts';

/** What the address asks for. A value that is none of a filter's counts as not given, as for a link from elsewhere. */
const Filters = z.object({
  status: z.enum(deliveryStatuses).optional().catch(undefined),
  /** An id, or part of an address. */
  endpoint: z.string().trim().min(1).max(2_000).optional().catch(undefined),
  event: z.string().trim().min(1).max(200).optional().catch(undefined),
});
export type Filters = z.infer<typeof Filters>;

export const readFilters = (params: SearchParams): Filters => Filters.parse(params);

export const queryOf = ({ status, endpoint, event }: Filters, known: NamedEndpoint[]) => ({
  ...(status ? { status } : {}),
  ...(endpoint ? { endpoints: endpointsMeant(known, endpoint) } : {}),
  ...(event ? { event } : {}),
});
