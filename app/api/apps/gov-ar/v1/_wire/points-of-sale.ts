import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { environments } from '#lib/authority-environment.ts';
import type { StoredPointsOfSale } from '#lib/registrations/check-points-of-sale.ts';
import { pointOfSaleSteps } from '#lib/registrations/points-of-sale.ts';
import { PointOfSale } from './registration.ts';

/** The instructions are in Spanish, for the supplier, and present only while a point of sale is missing. */
export const PointsOfSaleResponse = z
  .object({
    environment: z.enum(environments),
    any_number: z
      .boolean()
      .describe('`true` in the sandbox, which accepts any number, so its list is not read.'),
    read_at: Instant.optional(),
    unavailable: z.boolean().optional().describe('The authority did not answer when it was last asked.'),
    list: z.array(PointOfSale.extend({ reason: z.string().optional().describe('Why it cannot be used.') })),
    how_to_register: z
      .array(z.object({ classification: z.string(), system: z.string(), steps: z.array(z.string()) }))
      .optional()
      .describe(
        'Instructions for the supplier, by tax classification, and for exports; only while a service of the registration has no usable point of sale.',
      ),
  })
  .meta({ id: 'PointsOfSale' });

export function pointsOfSaleResponse(
  stored: StoredPointsOfSale,
  supplierName: string,
): z.infer<typeof PointsOfSaleResponse> {
  const { environment, readAt, unavailable, list, lacking } = stored;
  if (environment === 'sandbox') return { environment, any_number: true, list: [] };
  return {
    environment,
    any_number: false,
    ...(readAt ? { read_at: readAt.toISOString() } : {}),
    unavailable,
    list: list.map(({ closedOn, ...point }) => ({ ...point, ...(closedOn ? { closed_on: closedOn } : {}) })),
    ...(lacking.length > 0 ? { how_to_register: pointOfSaleSteps(supplierName, lacking) } : {}),
  };
}
