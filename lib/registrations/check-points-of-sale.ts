import type { PointOfSale } from '#lib/arca/invoicing.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { signerOf } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import type { RegistrationRow } from '#lib/database/tables/registrations.ts';
import type { InvoicingServiceId } from '#lib/documents/invoice/document-types.ts';
import { AltaError } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchRegistration, findByEntry } from './find.ts';
import {
  fetchStoredPointsOfSale,
  readPointsOfSale,
  servicesWithoutPoint,
  type WhyUnusable,
  whyUnusable,
} from './points-of-sale.ts';

/** A supplier's points of sale as last read. In the sandbox any number is usable and none are read. */
export interface StoredPointsOfSale {
  environment: Environment;
  readAt?: Date | undefined;
  unavailable: boolean;
  list: (PointOfSale & { reason?: WhyUnusable })[];
  /** Services of the registration without a usable point of sale. */
  lacking: InvoicingServiceId[];
}

const retryAfterSeconds = 60;

/** @throws AltaError `not-found` when the entry or its registration does not exist. */
export async function pointsOfSaleOf(ctx: Context, supplierEntryId: string): Promise<StoredPointsOfSale> {
  const registration = await fetchRegistration(ctx, supplierEntryId);
  const { environment, pointsOfSale } = registration;
  const { readAt, unavailable, list } = pointsOfSale;
  return {
    environment,
    readAt,
    unavailable,
    list: list.map((point) => ({ ...point, ...(point.usable ? {} : { reason: whyUnusable(point) }) })),
    lacking: servicesWithoutPoint(registration),
  };
}

/**
 * Reads the points of sale from the authority. The list of a service that does not respond stays unchanged.
 * @throws AltaError `not-found`; `conflict` `not-registered` without a signing certificate; `unavailable`
 * `authority-unavailable`.
 */
export async function checkPointsOfSale(ctx: Context, supplierEntryId: string): Promise<StoredPointsOfSale> {
  requirePermission(ctx, 'registrations:write');
  const registration = await fetchRegistration(ctx, supplierEntryId);
  if (registration.environment === 'sandbox') return pointsOfSaleOf(ctx, supplierEntryId);
  if (!(await signerOf(ctx, supplierEntryId))) {
    throw new AltaError('conflict', 'The supplier has no certificate yet: complete its registration first.', {
      code: 'not-registered',
    });
  }
  const listed = await readPointsOfSale(ctx, registration);
  if (!registration.services.every((service) => listed[service])) {
    throw new AltaError(
      'unavailable',
      'The authority does not respond. The list of the last successful read is kept.',
      {
        code: 'authority-unavailable',
        retryAfterSeconds,
      },
    );
  }
  return pointsOfSaleOf(ctx, supplierEntryId);
}

type PointOfSaleUse =
  /**
   * `system`: as the authority lists it; absent if only the authority can check the number: in the sandbox, which
   * accepts any, and for a service that the registration does not ask for.
   */
  | { kind: 'usable'; system?: string }
  /** `other-service`: only another service lists it. `usable`: numbers that can be used instead. */
  | { kind: 'unusable'; reason: 'missing' | 'other-service' | WhyUnusable; usable: number[] }
  /** Not in the stored list, and the authority does not respond. */
  | { kind: 'unknown' };

/**
 * Returns whether a supplier's documents of this service may use this point of sale. If it is not usable in the
 * stored list, asks the authority once, since it may have been added recently.
 */
export async function usablePointOfSale(
  ctx: Context,
  supplierEntryId: string,
  { service, number }: Pick<PointOfSale, 'service' | 'number'>,
): Promise<PointOfSaleUse> {
  if (ctx.workspace.environment === 'sandbox') return { kind: 'usable' };
  const isUsable = (point: PointOfSale) =>
    point.service === service && point.number === number && point.usable;
  const stored = (await fetchStoredPointsOfSale(ctx, supplierEntryId)).find(isUsable);
  if (stored) return { kind: 'usable', system: stored.system };
  const registration = await fetchRegistration(ctx, supplierEntryId);
  if (!registration.services.includes(service)) return { kind: 'usable' };
  const listed = await readPointsOfSale(ctx, registration);
  const list = listed[service];
  if (!list) return { kind: 'unknown' };
  const found = list.find((point) => point.number === number);
  if (found?.usable) return { kind: 'usable', system: found.system };
  const isOfAnother = Object.values(listed).some((other) => other.some((point) => point.number === number));
  return {
    kind: 'unusable',
    reason: found ? whyUnusable(found) : isOfAnother ? 'other-service' : 'missing',
    usable: list.filter(({ usable }) => usable).map((point) => point.number),
  };
}

/**
 * Reads the points of sale once the registration is complete, for the wizard's next page. A failure to read
 * them does not affect the registration.
 */
export async function readPointsOnCompletion(ctx: Context, row: RegistrationRow): Promise<void> {
  if (row.environment !== 'live') return;
  const completed = await findByEntry(ctx, row.entryId);
  if (completed) await readPointsOfSale(ctx, completed);
}
