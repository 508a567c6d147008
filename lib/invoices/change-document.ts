import { and, eq, isNull } from 'drizzle-orm';
import { type Context, inTransaction } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { supplierOf } from '#lib/documents/party.ts';
import { AltaError } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { changeEntry, type EntryChange, lockEntry } from '#lib/silo/change-entry.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { findSubmission } from './submissions.ts';

/**
 * Changes an entry, whatever its folder, unless what was made of it says that it stays.
 * @throws AltaError as `changeEntry` does, and `conflict` `already-issued`, `being-issued` or `registered-cuit`.
 */
export async function changeDocument(ctx: Context, id: string, change: EntryChange): Promise<EntryRow> {
  requirePermission(ctx, 'entries:write');
  return inTransaction(ctx, async (tx) => {
    // Locked, as by whoever submits the invoice: one of the two sees the other's work.
    const { folder } = await lockEntry(tx, ctx, id);
    if (folder === 'invoices') await refuseSubmitted({ ...ctx, tx }, id);
    const { before, after } = await changeEntry({ ...ctx, tx }, id, change);
    await refuseOtherCuit(tx, before, after);
    return after;
  });
}

/** An invoice stays as it is from when it is given to the authority: it is corrected by a note. */
async function refuseSubmitted(ctx: Context, entryId: string): Promise<void> {
  const submission = await findSubmission(ctx, { entryId });
  if (!submission) return;
  throw submission.status === 'authorised'
    ? new AltaError('conflict', 'The authority has authorized the invoice: correct it with a note.', {
        code: 'already-issued',
      })
    : new AltaError('conflict', 'The invoice is on its way to the authority.', { code: 'being-issued' });
}

/**
 * A supplier's CUIT stays from when its registration is created until that is ended: the request and the certificate
 * name it.
 */
async function refuseOtherCuit(tx: Transaction, before: EntryRow, after: EntryRow): Promise<void> {
  const cuit = supplierOf(before)?.cuit;
  if (!cuit || supplierOf(after)?.cuit === cuit) return;
  const notEnded = and(eq(registrations.entryId, before.id), isNull(registrations.revokedAt));
  if ((await tx.$count(registrations, notEnded)) === 0) return;
  throw new AltaError(
    'conflict',
    'The supplier is registered, or about to be, under its CUIT: unregister it first, or make another entry.',
    { code: 'registered-cuit', fields: { 'data.tax_id.code': 'is what the registration is for' } },
  );
}
