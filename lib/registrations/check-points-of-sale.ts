import type { PointOfSale } from '#lib/arca/wsfe.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { signerOf } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import type { RegistrationRow } from '#lib/database/tables/registrations.ts';
import { AltaError } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchRegistration, findByEntry } from './find.ts';
import { keptPointsOfSale, readPointsOfSale, type WhyUnusable, whyUnusable } from './points-of-sale.ts';

/** A supplier's, as they were read last. In the sandbox any number is good, and none are read. */
export interface KeptPointsOfSale {
  environment: Environment;
  readAt?: Date | undefined;
  /** The last try to read them had no answer. */
  unavailable: boolean;
  list: (PointOfSale & { reason?: WhyUnusable })[];
}

const retryAfterSeconds = 60;

/** @throws AltaError `not-found` when the entry is not there, or has no registration. */
export async function pointsOfSaleOf(ctx: Context, supplierEntryId: string): Promise<KeptPointsOfSale> {
  const { environment, pointsOfSale } = await fetchRegistration(ctx, supplierEntryId);
  const { readAt, unavailable, list } = pointsOfSale;
  return {
    environment,
    readAt,
    unavailable,
    list: list.map((point) => ({ ...point, ...(point.usable ? {} : { reason: whyUnusable(point) }) })),
  };
}

/**
 * Reads them from the authority anew. What was kept stays when it does not answer.
 * @throws AltaError `not-found`; `conflict` `not-registered` while nothing signs for it; `unavailable`
 * `authority-unavailable`.
 */
export async function checkPointsOfSale(ctx: Context, supplierEntryId: string): Promise<KeptPointsOfSale> {
  requirePermission(ctx, 'registrations:write');
  const registration = await fetchRegistration(ctx, supplierEntryId);
  if (registration.environment === 'sandbox') return pointsOfSaleOf(ctx, supplierEntryId);
  if (!(await signerOf(ctx, supplierEntryId))) {
    throw new AltaError('conflict', 'The supplier has no certificate yet: its registration comes first.', {
      code: 'not-registered',
    });
  }
  if ((await readPointsOfSale(ctx, registration)) === 'unavailable') {
    throw new AltaError(
      'unavailable',
      'The authority does not answer. The list as it was last read is kept.',
      {
        code: 'authority-unavailable',
        retryAfterSeconds,
      },
    );
  }
  return pointsOfSaleOf(ctx, supplierEntryId);
}

type PointOfSaleUse =
  /** `system`: as the authority lists it; the sandbox takes a number that it does not list. */
  | { kind: 'usable'; system?: string }
  /** `usable`: the numbers that could be used instead. */
  | { kind: 'unusable'; reason: 'missing' | WhyUnusable; usable: number[] }
  /** It is not known, and the authority does not answer now. */
  | { kind: 'unknown' };

/**
 * Whether invoices of a supplier may carry this point of sale. The authority is asked, once, unless the kept list has
 * it as usable: a number that was added an hour ago is good.
 */
export async function usablePointOfSale(
  ctx: Context,
  supplierEntryId: string,
  number: number,
): Promise<PointOfSaleUse> {
  if (ctx.workspace.environment === 'sandbox') return { kind: 'usable' };
  const isUsable = (point: PointOfSale) => point.number === number && point.usable;
  const kept = (await keptPointsOfSale(ctx, supplierEntryId)).find(isUsable);
  if (kept) return { kind: 'usable', system: kept.system };
  const registration = await fetchRegistration(ctx, supplierEntryId);
  if ((await readPointsOfSale(ctx, registration)) === 'unavailable') return { kind: 'unknown' };
  const list = await keptPointsOfSale(ctx, supplierEntryId);
  const found = list.find((point) => point.number === number);
  if (found?.usable) return { kind: 'usable', system: found.system };
  return {
    kind: 'unusable',
    reason: found ? whyUnusable(found) : 'missing',
    usable: list.filter(({ usable }) => usable).map((point) => point.number),
  };
}

/** The wizard's next page shows them; that they can be read now or not changes nothing about the registration. */
export async function readAtCompletion(ctx: Context, row: RegistrationRow): Promise<void> {
  if (row.environment !== 'live') return;
  const completed = await findByEntry(ctx, row.entryId);
  if (completed) await readPointsOfSale(ctx, completed);
}
