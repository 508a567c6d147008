import { z } from 'zod';
import type { Context } from '#lib/context.ts';
import { singleLine } from '#lib/documents/validation.ts';
import { env } from '#lib/env.ts';
import type { CodedMessage } from '#lib/faults.ts';
import { invitationLetter } from '#lib/mail/link-letters.ts';
import { envelopeOf, MailAddress, maskAddress, sendMail } from '#lib/mail/send-mail.ts';
import { senderOf } from '#lib/registrations/account-holder.ts';
import { findByRef, newestRegistration } from '#lib/registrations/find.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { intentOf, recordSentLink } from '#lib/registrations/registration-mails.ts';
import { emailOfDocument } from '#lib/registrations/reminder-address.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { defineProvider, type Outcome, type Task } from './provider.ts';

const Config = z.strictObject({
  to: MailAddress.optional(),
  subject: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine(...singleLine)
    .optional(),
  reply_to: MailAddress.optional(),
});
type Config = z.infer<typeof Config>;

/** Mails the supplier the link to their registration. */
export const emailLink = defineProvider({
  id: 'email.link',
  title: 'E-mail the registration link',
  schema: 'org/party',
  needs: 'gov-ar.register',
  role: 'tells',
  skippable: true,
  config: Config,
  destinations: ['to', 'reply_to'],
  async run(task) {
    const { outcome, mailed } = await mailLink(task);
    return async (tx) => {
      if (mailed) await recordSentLink(tx, task.ctx, mailed);
      return outcome;
    };
  },
});

/** Outcome of the step, and the mail to record for the link. */
interface MailStepResult {
  outcome: Outcome;
  mailed?: Parameters<typeof recordSentLink>[2];
}

async function mailLink({ ctx, job, intentId, entry, config, now }: Task<Config>): Promise<MailStepResult> {
  const newest = await newestRegistration(ctx, entry.id);
  if (newest?.completedAt && !newest.revokedAt) {
    return skipped({ code: 'already-registered' });
  }
  const to = recipientOf(config, job.args, entry.doc);
  if (to.kind === 'none') return failed({ code: 'no-address', params: { why: to.why } });
  const target = await findOpenRegistration(ctx, entry.id, now);
  if (!target) return failed({ code: 'no-link' });
  const sent = await send(target, to.address, { intentId, config });
  const address = maskAddress(to.address);
  const { registration } = target;
  const mail = { id: intentId, address: to.address, registration, link: registration.link, now };
  switch (sent.kind) {
    case 'sent': {
      const mailed = { ...mail, outcome: { sentAt: now } };
      return { outcome: { status: 'OK', code: 'link-sent', params: { address } }, mailed };
    }
    case 'preview':
      return skipped({ code: 'not-sent', params: { address, file: sent.file } });
    case 'refused': {
      const mailed = { ...mail, outcome: { refusedAt: now, reason: sent.detail } };
      return { ...failed({ code: 'mail-refused', params: { address, said: sent.detail } }), mailed };
    }
  }
}

function send(
  { registration, url }: OpenRegistration,
  to: string,
  { intentId, config }: Pick<Task<Config>, 'intentId' | 'config'>,
) {
  const { reply_to, subject } = config;
  const { accountHolder, environment, supplier, link } = registration;
  const sender = senderOf(accountHolder, environment);
  const senderWithReplyTo = reply_to ? { ...sender, contactEmail: reply_to, replyTo: reply_to } : sender;
  return sendMail({
    ...invitationLetter({
      sender: senderWithReplyTo,
      intent: intentOf(registration),
      supplier,
      link: { url, expiresAt: link.expiresAt },
      subject,
    }),
    ...envelopeOf(senderWithReplyTo),
    to,
    messageId: `<${intentId}@${new URL(env().ALTA_ORIGIN).hostname}>`,
  });
}

type Recipient = { kind: 'found'; address: string } | { kind: 'none'; why: 'args' | 'nowhere' };

/** An invalid address is an error. Trying the next source could send the link to somebody else. */
function recipientOf(config: Config, args: Record<string, string>, doc: Record<string, unknown>): Recipient {
  if (config.to) return { kind: 'found', address: config.to };
  if (args.email) {
    const address = MailAddress.safeParse(args.email.trim()).data;
    return address ? { kind: 'found', address } : { kind: 'none', why: 'args' };
  }
  const email = emailOfDocument(doc);
  return email ? { kind: 'found', address: email } : { kind: 'none', why: 'nowhere' };
}

interface OpenRegistration {
  registration: Registration;
  url: string;
}

/**
 * Finds the registration that the link in the entry's meta points to; undefined if there is no such link or
 * it no longer works.
 */
async function findOpenRegistration(
  ctx: Context,
  entryId: string,
  now: Date,
): Promise<OpenRegistration | undefined> {
  const meta = await listMeta(ctx, entryId);
  const row = meta.find(({ src, key }) => src === 'gov-ar' && key === 'link');
  if (!row?.ref || !row.link?.url) return undefined;
  const found = await findByRef(row.ref, now);
  return found.kind === 'found' ? { registration: found.registration, url: row.link.url } : undefined;
}

const skipped = (message: CodedMessage): MailStepResult => ({ outcome: { status: 'SKIP', ...message } });
const failed = (message: CodedMessage): MailStepResult => ({
  outcome: { status: 'KO', fault: { provider: 'email', ...message } },
});
