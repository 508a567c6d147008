import { and, eq, isNull } from 'drizzle-orm';
import { type Context, fetchWorkspace } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { type LinkRow, linkMails, registrationLinks } from '#lib/database/tables/links.ts';
import { env } from '#lib/env.ts';
import { goOnMail } from '#lib/mail/go-on-mail.ts';
import { handOverMail } from '#lib/mail/hand-over-mail.ts';
import type { Composed } from '#lib/mail/letter.ts';
import { registrationLinkMail } from '#lib/mail/registration-link-mail.ts';
import { reminderMail } from '#lib/mail/reminder-mail.ts';
import { sendMail } from '#lib/mail/send-mail.ts';
import { envelopeOf } from '#lib/mail/sender.ts';
import { linkUrl, unsealRef } from '#lib/silo/public-link.ts';
import { senderOf } from '../account-holder.ts';
import { findByRef } from '../find.ts';
import type { Registration } from '../registration.ts';
import { type LinkMailOutcome, tellOfLinkMail } from './link-mail-outcome.ts';
import type { LinkMailKind } from './mail-link.ts';

/**
 * Sends a link that somebody asked for, once, and tells what became of it.
 * @throws Error when the mail server is away: the queue tries again.
 */
export async function sendLinkMail({ linkMailId }: { linkMailId: string }, now = new Date()): Promise<void> {
  const [row] = await database()
    .select({ mail: linkMails, link: registrationLinks })
    .from(linkMails)
    .innerJoin(registrationLinks, eq(registrationLinks.id, linkMails.linkId))
    .where(and(eq(linkMails.id, linkMailId), isNull(linkMails.sentAt), isNull(linkMails.bouncedAt)));
  if (!row) return;
  const { mail, link } = row;
  const workspace = await fetchWorkspace(link.workspaceId);
  const ref = unsealRef(link.refSealed, { ...link, environment: workspace.environment });
  const found = await findByRef(ref, now);
  const ctx: Context = { workspace, actor: { kind: 'engine' } };
  // Taken back, or at its end, before its turn came: there is nothing to open.
  if (found.kind !== 'found') return settle(ctx, linkMailId, { bouncedAt: now, detail: found.kind });
  const { registration } = found;
  const sent = await sendMail({
    ...composed(registration, { link, kind: mail.kind, url: linkUrl(ref) }),
    ...envelopeOf(senderIn(registration)),
    to: mail.address,
    messageId: `<${linkMailId}@${new URL(env().ALTA_ORIGIN).hostname}>`,
  });
  const outcome =
    sent.kind === 'refused' ? { bouncedAt: now, detail: sent.detail } : { sentAt: now, detail: null };
  await settle(ctx, linkMailId, outcome, registration);
}

const senderIn = ({ accountHolder, environment }: Registration) => senderOf(accountHolder, environment);

/** Whom it was handed over to is told what it is; who asked for their own link knows that. */
function composed(
  registration: Registration,
  { link, kind, url }: { link: LinkRow; kind: LinkMailKind; url: string },
): Composed {
  const { supplier, facts } = registration;
  const sender = senderIn(registration);
  const about = { sender, supplier, link: { url, expiresAt: link.expiresAt } };
  const locale = link.locale ?? undefined;
  switch (kind) {
    case 'invitation':
      return registrationLinkMail({ ...about, workspace: sender, intent: intentOf(registration) }, locale);
    case 'reminder':
      return reminderMail({ ...about, hasBegun: facts.begunAt !== undefined }, locale);
    case 'asked': {
      const isNewHelper = link.scope === 'arca-steps-only' && !link.openedAt;
      return (isNewHelper ? handOverMail : goOnMail)(about, locale);
    }
  }
}

/** What the mail that brings the link asks for. */
export const intentOf = ({ intent, mode }: Registration) =>
  intent === 'register' && mode !== 'certificate' ? mode : intent;

async function settle(ctx: Context, id: string, outcome: LinkMailOutcome, registration?: Registration) {
  await database().transaction(async (tx) => {
    const isWaiting = and(eq(linkMails.id, id), isNull(linkMails.sentAt), isNull(linkMails.bouncedAt));
    const [settled] = await tx.update(linkMails).set(outcome).where(isWaiting).returning();
    if (settled && registration) {
      const { kind } = settled;
      await tellOfLinkMail(tx, ctx, { id, kind, registration, link: registration.link, outcome });
    }
  });
}
