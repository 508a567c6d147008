import { type Context, inTransaction } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { changeSupplier } from '#lib/registrations/change-supplier.ts';
import { type EntryChange, lockEntry } from '#lib/silo/change-entry.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { findSubmission } from './submissions.ts';

/**
 * Changes an entry, whatever its folder. An invoice stays as it is from when it is given to the authority: it is
 * corrected by a note.
 * @throws AltaError as `changeSupplier` does, and `conflict` `already-issued` or `being-issued`.
 */
export async function changeDocument(ctx: Context, id: string, change: EntryChange): Promise<EntryRow> {
  return inTransaction(ctx, async (tx) => {
    // Locked, as by whoever submits the invoice: one of the two sees the other's work.
    const { folder } = await lockEntry(tx, ctx, id);
    const submission = folder === 'invoices' && (await findSubmission({ ...ctx, tx }, { entryId: id }));
    if (!submission) return changeSupplier({ ...ctx, tx }, id, change);
    throw submission.status === 'authorised'
      ? new AltaError('conflict', 'The authority has authorised the invoice: correct it with a note.', {
          code: 'already-issued',
        })
      : new AltaError('conflict', 'The invoice is on its way to the authority.', { code: 'being-issued' });
  });
}
