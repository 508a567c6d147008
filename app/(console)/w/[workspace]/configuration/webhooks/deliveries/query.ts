import { z } from 'zod';
import { type DeliveryQuery, deliveryStatuses } from '#lib/webhooks/deliveries.ts';
import { endpointsMeant, type NamedEndpoint } from './endpoint-choice.ts';

/** What the address asks for. A value that is none of a filter's counts as not given, as for a link from elsewhere. */
const Filters = z.object({
  status: z.enum(deliveryStatuses).optional().catch(undefined),
  /** An id, or part of an address. */
  endpoint: z.string().trim().min(1).max(2_000).optional().catch(undefined),
  event: z.string().trim().min(1).max(200).optional().catch(undefined),
  cursor: z.string().max(200).optional().catch(undefined),
});
export type Filters = z.infer<typeof Filters>;

const pageSize = 25;

export const readFilters = (searchParams: Record<string, string | string[] | undefined>): Filters =>
  Filters.parse(searchParams);

export const queryOf = (
  { status, endpoint, event, cursor }: Filters,
  known: NamedEndpoint[],
): DeliveryQuery & { endpoints?: string[] } => ({
  limit: pageSize,
  ...(status ? { status } : {}),
  ...(endpoint ? { endpoints: endpointsMeant(known, endpoint) } : {}),
  ...(event ? { event } : {}),
  ...(cursor ? { cursor } : {}),
});

/** The address of the log with these filters. */
export function addressOf(log: string, filters: Filters): string {
  const given = Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length ? `${log}?${new URLSearchParams(given)}` : log;
}
