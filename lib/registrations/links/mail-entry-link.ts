import { z } from 'zod';
import { type Context, holdPermission, inTransaction } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import type { LinkRow } from '#lib/database/tables/links.ts';
import type { RegistrationRow } from '#lib/database/tables/registrations.ts';
import { AltaError } from '#lib/errors.ts';
import { MailAddress } from '#lib/mail/address.ts';
import { requirePermission } from '#lib/roles.ts';
import { newestOf } from '../entry-link.ts';
import { lockUnfinished } from '../lock.ts';
import { noteInvited } from './link-mail-outcome.ts';
import { type LinkMailKind, queueLinkMail } from './mail-link.ts';
import { supplierLink } from './supplier-link.ts';

const daySeconds = 86_400;

export const LinkMailTo = z.strictObject({ to: z.string().trim().pipe(MailAddress) });

/**
 * Mails an entry's link to its supplier, in the account holder's name: the mail that a workflow's step sends. Where
 * notices go stays as the supplier said.
 * @throws AltaError `not-found` `not-started`; `conflict` `completed`, `revoked`, `link-revoked` or `link-expired`;
 * `rate-limited` `too-many-mails`
 */
export async function mailEntryLink(
  ctx: Context,
  entryId: string,
  { to }: z.infer<typeof LinkMailTo>,
  now = new Date(),
): Promise<void> {
  requirePermission(ctx, 'registrations:write');
  await inTransaction(ctx, async (tx) => {
    await holdPermission(tx, ctx, 'registrations:write');
    const { registration, link } = await lockOpenLink(tx, ctx, entryId, now);
    await queueOwnMail(tx, ctx, { link, to, kind: 'invitation', now });
    await noteInvited(tx, registration.id, now);
  });
}

/** The entry's open registration, held for the rest of the transaction, and the link that its supplier can come in by. */
export async function lockOpenLink(
  tx: Transaction,
  ctx: Context,
  entryId: string,
  now: Date,
): Promise<{ registration: RegistrationRow; link: LinkRow }> {
  const registration = await lockUnfinished(tx, await newestOf(tx, ctx, entryId));
  const link = await supplierLink({ ...ctx, tx }, registration.id);
  if (!link || link.revokedAt) {
    throw new AltaError('conflict', 'The link was revoked: issue a new one.', { code: 'link-revoked' });
  }
  if (link.expiresAt <= now) {
    throw new AltaError('conflict', 'The link has run out: give it another term.', { code: 'link-expired' });
  }
  return { registration, link };
}

/** @throws AltaError `rate-limited` `too-many-mails` */
export async function queueOwnMail(
  tx: Transaction,
  ctx: Context,
  mail: { link: LinkRow; to: string; kind: LinkMailKind; now: Date },
): Promise<void> {
  const mailed = await queueLinkMail(tx, ctx, mail);
  if (mailed.kind === 'queued') return;
  throw new AltaError('rate-limited', 'It was mailed as often as it can be within a day.', {
    code: 'too-many-mails',
    retryAfterSeconds: daySeconds,
  });
}
