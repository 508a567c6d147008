import { pointOfSaleSteps } from './point-of-sale-steps.ts';
import type { KeptPointsOfSale } from './points-of-sale.ts';

/** On the wire. The steps are for the supplier, in Spanish, and only while none can be used. */
export function pointsOfSaleResponse(kept: KeptPointsOfSale, supplierName: string) {
  const { environment, readAt, unavailable, list } = kept;
  if (environment === 'sandbox') return { environment, any_number: true, list: [] };
  return {
    environment,
    any_number: false,
    ...(readAt ? { read_at: readAt.toISOString() } : {}),
    unavailable,
    list: list.map(({ closedOn, ...point }) => ({ ...point, ...(closedOn ? { closed_on: closedOn } : {}) })),
    ...(list.some(({ usable }) => usable) ? {} : { how_to_register: pointOfSaleSteps(supplierName) }),
  };
}
