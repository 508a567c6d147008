import { z } from 'zod';
import type { Context } from '#lib/context.ts';
import { env } from '#lib/env.ts';
import type { CodedMessage } from '#lib/faults/fault.ts';
import { MailAddress, maskAddress } from '#lib/mail/address.ts';
import { registrationLinkMail } from '#lib/mail/registration-link-mail.ts';
import { sendMail } from '#lib/mail/send-mail.ts';
import { envelopeOf } from '#lib/mail/sender.ts';
import { senderOf } from '#lib/registrations/account-holder.ts';
import { findByRef, newestRegistration } from '#lib/registrations/find.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { defineProvider, type Outcome, type Task } from '../provider.ts';

const Config = z.strictObject({
  to: MailAddress.optional(),
  subject: z.string().trim().min(1).max(200).optional(),
  reply_to: MailAddress.optional(),
});
type Config = z.infer<typeof Config>;

/** Sends the supplier the link to their registration. */
export const emailLink = defineProvider({
  id: 'email.link',
  title: 'E-mail the registration link',
  schema: 'org/party',
  needs: 'gov-ar.register',
  role: 'tells',
  config: Config,
  async run(task) {
    const outcome = await mailLink(task);
    return async () => outcome;
  },
});

async function mailLink({ ctx, job, intentId, entry, config, now }: Task<Config>): Promise<Outcome> {
  const newest = await newestRegistration(ctx, entry.id);
  if (newest?.completedAt && !newest.revokedAt) {
    return skipped({ code: 'already-registered' });
  }
  const to = recipientOf(config, job.args, entry.doc);
  if (to.kind === 'none') return failed({ code: 'no-address', params: { why: to.why } });
  const registration = await openRegistration(ctx, entry.id, now);
  if (!registration) return failed({ code: 'no-link' });

  const { reply_to } = config;
  const sender = registration.workspace;
  const workspace = reply_to ? { ...sender, contactEmail: reply_to, replyTo: reply_to } : sender;
  const sent = await sendMail({
    ...registrationLinkMail({ ...registration, workspace, subject: config.subject }),
    ...envelopeOf(workspace),
    to: to.address,
    messageId: `<${intentId}@${new URL(env().ALTA_ORIGIN).hostname}>`,
  });
  const address = maskAddress(to.address);
  switch (sent.kind) {
    case 'sent':
      return { status: 'OK', code: 'link-sent', params: { address } };
    case 'preview':
      return skipped({ code: 'not-sent', params: { address, file: sent.file } });
    case 'refused':
      return failed({ code: 'mail-refused', params: { address, said: sent.detail } });
  }
}

type Recipient = { kind: 'found'; address: string } | { kind: 'none'; why: 'args' | 'nowhere' };

/** An address that is no address is not passed over: the link would go to another person than was told. */
function recipientOf(config: Config, args: Record<string, string>, doc: Record<string, unknown>): Recipient {
  if (config.to) return { kind: 'found', address: config.to };
  if (args.email) {
    const address = MailAddress.safeParse(args.email.trim()).data;
    return address ? { kind: 'found', address } : { kind: 'none', why: 'args' };
  }
  const [email] = Emails.safeParse(doc.emails).data ?? [];
  if (email) return { kind: 'found', address: email.addr };
  return { kind: 'none', why: 'nowhere' };
}
const Emails = z.tuple([z.looseObject({ addr: MailAddress })], z.unknown());

/** The supplier and the link that the entry's meta shows; undefined when it opens no registration (any more). */
async function openRegistration(ctx: Context, entryId: string, now: Date) {
  const meta = await listMeta(ctx, entryId);
  const row = meta.find(({ src, key }) => src === 'gov-ar' && key === 'link');
  if (!row?.ref || !row.link?.url) return undefined;
  const found = await findByRef(row.ref, now);
  if (found.kind !== 'found') return undefined;
  const { intent, supplier, link, accountHolder, environment } = found.registration;
  return {
    workspace: senderOf(accountHolder, environment),
    intent,
    supplier,
    link: { url: row.link.url, expiresAt: link.expiresAt },
  };
}

const skipped = (said: CodedMessage): Outcome => ({ status: 'SKIP', ...said });
const failed = (said: CodedMessage): Outcome => ({ status: 'KO', fault: { provider: 'email', ...said } });
