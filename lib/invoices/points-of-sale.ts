import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, lockPermission } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import {
  checkPointsOfSale,
  pointsOfSaleOf,
  type StoredPointsOfSale,
} from '#lib/registrations/check-points-of-sale.ts';
import { requirePermission } from '#lib/roles.ts';
import { lockEntry } from '#lib/silo/change-entry.ts';
import { requireSupplier } from '#lib/silo/entries.ts';
import { defaultPointMeta } from '#lib/silo/issuer-status.ts';
import { setMetaValue } from '#lib/silo/meta.ts';
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

/** The point of sale of invoices that name none. Null: none. */
export const DefaultPointOfSale = z.strictObject({
  number: z.number().int().min(1).max(99_998).nullable(),
});

/**
 * Sets the supplier's default point of sale. In live it must be one that the authority lists as usable.
 * @throws AltaError `not-found`; `conflict` `not-a-supplier`; `validation`
 */
export async function setDefaultPointOfSale(
  ctx: Context,
  supplierId: string,
  { number }: z.infer<typeof DefaultPointOfSale>,
): Promise<void> {
  requirePermission(ctx, 'entries:write');
  await inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'entries:write');
    requireSupplier(await lockEntry(tx, ctx, supplierId));
    if (number !== null && ctx.workspace.environment === 'live') {
      const { list } = await pointsOfSaleOf({ ...ctx, tx }, supplierId);
      const isUsable = list.some(
        (point) => point.service === 'wsfe' && point.number === number && point.usable,
      );
      if (!isUsable) {
        throw new AltaError('validation', 'The authority does not list this point of sale as usable.', {
          fields: { number: 'must be a usable point of sale' },
        });
      }
    }
    await setMetaValue(tx, ctx, { entryId: supplierId, ...defaultPointMeta, value: number });
    await audit(tx, ctx, 'invoice.point-of-sale-chosen', { kind: 'entry', id: supplierId }, { number });
  });
}

async function issuerEntry(ctx: Context, cuit: string, now: Date): Promise<string | undefined> {
  const found = await findIssuer(ctx, cuit, now);
  return found.kind === 'issuer' ? found.issuer.entryId : undefined;
}
