import { type Context, inTransaction } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { lockOpenLink, queueOwnMail } from '../links/link-mails.ts';
import { listLinks } from '../links/list.ts';
import { emailOfDocument, reminderAddress } from './address.ts';

/**
 * Reminds the supplier of an entry of their open registration, by mail and in their language.
 * @returns to which address
 * @throws AltaError `not-found` `not-started`; `conflict` `completed`, `revoked`, `link-revoked`, `link-expired` or
 * `no-address`; `rate-limited` `too-many-mails`
 */
export async function remindSupplier(
  ctx: Context,
  entryId: string,
  now = new Date(),
): Promise<{ address: string }> {
  requirePermission(ctx, 'reminders:send');
  return inTransaction(ctx, async (tx) => {
    const { registration, link } = await lockOpenLink(tx, ctx, entryId, now);
    const links = await listLinks({ ...ctx, tx }, registration.id);
    const { doc } = await fetchEntry({ ...ctx, tx }, entryId);
    const { noticeEmail } = registration;
    const address = reminderAddress({ noticeEmail, links, documentEmail: emailOfDocument(doc) });
    if (!address) {
      throw new AltaError('conflict', 'No address of the supplier is known.', { code: 'no-address' });
    }
    await queueOwnMail(tx, ctx, { link, to: address, kind: 'reminder', now });
    return { address };
  });
}
