import { and, eq, isNull } from 'drizzle-orm';
import { type Context, inTransaction } from '#lib/context.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { AltaError } from '#lib/errors.ts';
import { changeEntry, type EntryChange } from '#lib/silo/change-entry.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { supplierOf } from './supplier.ts';

/**
 * Changes an entry, whatever its folder. A supplier's CUIT stays from when its registration is opened until that
 * is ended: the request and the certificate name it.
 * @throws AltaError as `changeEntry` does, and `conflict` `registered-cuit`.
 */
export async function changeSupplier(ctx: Context, id: string, change: EntryChange): Promise<EntryRow> {
  return inTransaction(ctx, async (tx) => {
    const { before, after } = await changeEntry({ ...ctx, tx }, id, change);
    const cuit = supplierOf(before)?.cuit;
    if (!cuit || supplierOf(after)?.cuit === cuit) return after;
    const notEnded = and(eq(registrations.entryId, id), isNull(registrations.revokedAt));
    if ((await tx.$count(registrations, notEnded)) === 0) return after;
    throw new AltaError(
      'conflict',
      'The supplier is registered, or about to be, under its CUIT: unregister it first, or make another entry.',
      { code: 'registered-cuit', fields: { 'data.tax_id.code': 'is what the registration is for' } },
    );
  });
}
