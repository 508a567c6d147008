import { and, eq } from 'drizzle-orm';
import { composeAccountMail } from '#lib/accounts/account-mails.ts';
import { composeInvitation } from '#lib/accounts/invitations.ts';
import { composePasswordReset } from '#lib/accounts/password-reset.ts';
import { database } from '#lib/database/client.ts';
import { composeInvoiceMail } from '#lib/invoices/invoice-mail.ts';
import { sendMail } from '#lib/mail/send-mail.ts';
import { composeDelegateAtRisk } from '#lib/registrations/delegation-readiness.ts';
import {
  composeCompleted,
  composeExpiry,
  composeLinkMail,
  composePointFound,
  composeUnproved,
  composeWrongCuit,
} from '#lib/registrations/registration-mails.ts';
import { type MailKind, type MailRow, mails } from './database/tables/mails.ts';
import { env } from './env.ts';
import { log } from './log.ts';
import { type Composer, type Composition, isUnsent, type MailOutcome } from './mail/mails.ts';
import { composeDigest, composeKeyExpiry } from './notices.ts';
import type { QueuePayloads } from './queue.ts';

/** Composer of each kind of mail. It checks that the mail is still needed and returns recipients and content. */
const composers: { [Kind in MailKind]: Composer<Kind> } = {
  asked: composeLinkMail,
  invitation: composeLinkMail,
  reminder: composeLinkMail,
  completed: composeCompleted,
  'point-found': composePointFound,
  unproved: composeUnproved,
  'wrong-cuit': composeWrongCuit,
  expiry: composeExpiry,
  'delegate-at-risk': composeDelegateAtRisk,
  invoice: composeInvoiceMail,
  account: composeAccountMail,
  'password-reset': composePasswordReset,
  'member-invitation': composeInvitation,
  'key-expiry': composeKeyExpiry,
  digest: composeDigest,
};

/**
 * Composes and sends a mail and records the outcome. If the process dies before recording it, the mail is sent again
 * with the same message id.
 * @throws Error if the mail server is unavailable: the queue retries
 */
export async function sendQueuedMail({ mailId }: QueuePayloads['mail'], now = new Date()): Promise<void> {
  const isThis = and(eq(mails.id, mailId), isUnsent);
  const [mail] = await database().select().from(mails).where(isThis);
  if (!mail) return;
  const composition = await compose(mail, now);
  // The row of an unneeded mail stays only if it has a key, which prevents queuing the mail again.
  if (composition.kind === 'not-needed' && mail.key === null) {
    await database().delete(mails).where(isThis);
    return;
  }
  const outcome = await deliver(mail, composition, now);
  await database().transaction(async (tx) => {
    const recorded = await tx.update(mails).set(outcome).where(isThis).returning({ id: mails.id });
    if (recorded.length > 0 && composition.kind !== 'not-needed') await composition.record?.(tx, outcome);
  });
}

const compose = <Kind extends MailKind>(mail: MailRow<Kind>, now: Date): Promise<Composition> =>
  composers[mail.kind](mail, now);

async function deliver(mail: MailRow, composition: Composition, now: Date): Promise<MailOutcome> {
  if (composition.kind !== 'send') {
    return { refusedAt: now, reason: composition.kind === 'refuse' ? composition.reason : 'not-needed' };
  }
  let outcome: MailOutcome = { refusedAt: now, reason: 'no-recipient' };
  for (const [index, letter] of composition.letters.entries()) {
    const sent = await sendMail({ ...letter, messageId: letter.messageId ?? messageIdOf(mail, index) });
    if (sent.kind !== 'refused') {
      outcome = { sentAt: now };
      continue;
    }
    log().warn({ mail: mail.id, kind: mail.kind, detail: sent.detail }, 'a mail was refused');
    if (!('sentAt' in outcome)) outcome = { refusedAt: now, reason: sent.detail };
  }
  return outcome;
}

const messageIdOf = ({ id }: MailRow, index: number) =>
  `<${id}${index > 0 ? `.${index}` : ''}@${new URL(env().ALTA_ORIGIN).hostname}>`;
