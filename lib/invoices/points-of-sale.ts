import type { Context } from '#lib/context.ts';
import {
  checkPointsOfSale,
  pointsOfSaleOf,
  type StoredPointsOfSale,
} from '#lib/registrations/check-points-of-sale.ts';
import { requirePermission } from '#lib/roles.ts';
import { findIssuer } from './issuer.ts';

/** Points of sale of this CUIT, as last read; undefined if no supplier of the workspace issues under it. */
export async function pointsOfSaleFor(
  ctx: Context,
  cuit: string,
  now = new Date(),
): Promise<StoredPointsOfSale | undefined> {
  requirePermission(ctx, 'invoices:read');
  const entryId = await issuerEntry(ctx, cuit, now);
  return entryId === undefined ? undefined : pointsOfSaleOf(ctx, entryId);
}

/** Like `pointsOfSaleFor`, read from the authority now. @throws AltaError as `checkPointsOfSale` */
export async function readPointsOfSaleFor(
  ctx: Context,
  cuit: string,
  now = new Date(),
): Promise<StoredPointsOfSale | undefined> {
  requirePermission(ctx, 'registrations:write');
  const entryId = await issuerEntry(ctx, cuit, now);
  return entryId === undefined ? undefined : checkPointsOfSale(ctx, entryId);
}

async function issuerEntry(ctx: Context, cuit: string, now: Date): Promise<string | undefined> {
  const found = await findIssuer(ctx, cuit, now);
  return found.kind === 'issuer' ? found.issuer.entryId : undefined;
}
