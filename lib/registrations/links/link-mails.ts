import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { areYounger } from '#lib/age.ts';
import { audit } from '#lib/audit.ts';
import { type Context, fetchWorkspace, holdPermission, inTransaction } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { type LinkRow, registrationLinks } from '#lib/database/tables/links.ts';
import { type LinkMailKind, linkMailKinds, mails } from '#lib/database/tables/mails.ts';
import { type RegistrationRow, registrations } from '#lib/database/tables/registrations.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { linkLimits } from '#lib/limits.ts';
import { MailAddress } from '#lib/mail/address.ts';
import type { Letter } from '#lib/mail/letter.ts';
import { goOnLetter, handOverLetter, invitationLetter, reminderLetter } from '#lib/mail/link-letters.ts';
import { type Composer, type MailOutcome, notNeeded, queueMail } from '#lib/mail/mails.ts';
import { envelopeOf } from '#lib/mail/sender.ts';
import { requirePermission } from '#lib/roles.ts';
import { linkUrl, unsealRef } from '#lib/silo/public-link.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { senderOf } from '../account-holder.ts';
import { newestOf } from '../entry-link.ts';
import { findByRef } from '../find.ts';
import { lockRegistration, lockUnfinished } from '../lock.ts';
import type { Registration } from '../registration.ts';
import { lookAfter } from '../reminders/schedule.ts';
import { supplierLink } from './supplier-link.ts';

const daySeconds = 86_400;
const dayMs = daySeconds * 1_000;

export type Queued = { kind: 'queued' } | { kind: 'too-many'; by: 'link' | 'address' };

/**
 * Mails the link by which somebody is here, so that they go on with it elsewhere. To the supplier's own address the
 * notices go, too, from then on; to a helper's, that it is done.
 */
export async function mailLink(
  ctx: Context,
  registration: Registration,
  { to }: { to: string },
  now = new Date(),
): Promise<Queued> {
  return inTransaction(ctx, async (tx) => {
    const { noticeEmail } = await lockRegistration(tx, registration);
    const link = await lockLink(tx, registration);
    const queued = await queueLinkMail(tx, ctx, { link, to, kind: 'asked', now });
    if (queued.kind !== 'queued') return queued;
    if (link.scope === 'arca-steps-only') {
      await tx.update(registrationLinks).set({ holderEmail: to }).where(eq(registrationLinks.id, link.id));
    } else if (noticeEmail !== to) {
      await tx.update(registrations).set({ noticeEmail: to }).where(eq(registrations.id, registration.id));
    }
    return queued;
  });
}

/** @throws AltaError `not-found` when it was revoked meanwhile */
async function lockLink(tx: Transaction, { id, link }: Registration): Promise<LinkRow> {
  const isThis = and(eq(registrationLinks.id, link.id), eq(registrationLinks.registrationId, id));
  const [row] = await tx.select().from(registrationLinks).where(isThis).for('update');
  if (!row || row.revokedAt) throw notFound('The link');
  return row;
}

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

interface NewLinkMail {
  link: LinkRow;
  to: string;
  kind: LinkMailKind;
  now: Date;
}

/** @throws AltaError `rate-limited` `too-many-mails` */
export async function queueOwnMail(tx: Transaction, ctx: Context, mail: NewLinkMail): Promise<void> {
  const queued = await queueLinkMail(tx, ctx, mail);
  if (queued.kind === 'queued') return;
  throw new AltaError('rate-limited', 'It was mailed as often as it can be within a day.', {
    code: 'too-many-mails',
    retryAfterSeconds: daySeconds,
  });
}

/** Queues a mail unless the link or the address has had too many within a day. The caller has locked the link. */
export async function queueLinkMail(
  tx: Transaction,
  ctx: Context,
  { link, to, kind, now }: NewLinkMail,
): Promise<Queued> {
  const ofLink = await tx.$count(mails, and(eq(mails.subject, link.id), isOfLink, within(now)));
  if (ofLink >= linkLimits.mailsADayOfALink) return { kind: 'too-many', by: 'link' };
  if (await hasTooManyMails(tx, to, now)) return { kind: 'too-many', by: 'address' };
  const row = { kind, workspace: ctx.workspace, subject: link.id, to: normaliseAddress(to), data: {} };
  const mail = await queueMail(tx, row, now);
  const action = kind === 'reminder' ? 'link.reminded' : 'link.mail-requested';
  await audit(tx, ctx, action, { kind: 'link', id: link.id }, { mail });
  return { kind: 'queued' };
}

/** Over all workspaces. Until the transaction ends, nobody else mails a link to this address. */
export async function hasTooManyMails(tx: Transaction, to: string, now: Date): Promise<boolean> {
  const address = normaliseAddress(to);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${address}, 0))`);
  const toAddress = await tx.$count(mails, and(eq(mails.to, address), isOfLink, within(now)));
  return toAddress >= linkLimits.mailsADayToAnAddress;
}

const isOfLink = inArray(mails.kind, [...linkMailKinds]);
const within = (now: Date) => areYounger(mails.createdAt, dayMs, now);

/** The form in which mails to an address are counted. */
const normaliseAddress = (address: string) => address.toLowerCase();

/** Composes the mail of a link, and publishes what became of it. */
export const composeLinkMail: Composer<LinkMailKind> = async ({ id, kind, subject, to }, now) => {
  const [link] = await database().select().from(registrationLinks).where(eq(registrationLinks.id, subject));
  if (!link || !to) return notNeeded;
  const workspace = await fetchWorkspace(link.workspaceId);
  const ref = unsealRef(link.refSealed, { ...link, environment: workspace.environment });
  const found = await findByRef(ref, now);
  // Revoked or expired before its turn came: the mail would open nothing.
  if (found.kind !== 'found') return { kind: 'refuse', reason: found.kind };
  const { registration } = found;
  const ctx: Context = { workspace, actor: { kind: 'engine' } };
  const letter = letterOf(registration, { link, kind, url: linkUrl(ref) });
  return {
    kind: 'send',
    letters: [{ ...letter, ...envelopeOf(senderIn(registration)), to }],
    record: (tx, outcome) =>
      publishOutcome(tx, ctx, { id, kind, registration, link: registration.link, outcome }),
  };
};

const senderIn = ({ accountHolder, environment }: Registration) => senderOf(accountHolder, environment);

/** New helpers read what is asked of them; whoever asked for their own link knows that. */
function letterOf(
  registration: Registration,
  { link, kind, url }: { link: LinkRow; kind: LinkMailKind; url: string },
): Letter {
  const { supplier, facts } = registration;
  const sender = senderIn(registration);
  const about = { sender, supplier, link: { url, expiresAt: link.expiresAt } };
  const locale = link.locale ?? undefined;
  switch (kind) {
    case 'invitation':
      return invitationLetter({ ...about, intent: intentOf(registration) }, locale);
    case 'reminder':
      return reminderLetter({ ...about, hasBegun: facts.begunAt !== undefined }, locale);
    case 'asked': {
      const isNewHelper = link.scope === 'arca-steps-only' && !link.openedAt;
      return (isNewHelper ? handOverLetter : goOnLetter)(about, locale);
    }
  }
}

/** The task that the mail with the link asks for. */
export const intentOf = ({ intent, mode }: Registration) =>
  intent === 'register' && mode !== 'certificate' ? mode : intent;

interface OfLink {
  registration: Pick<Registration, 'id' | 'entryId'>;
  link: Pick<LinkRow, 'id' | 'scope'>;
}

/** Records the mail of a workflow's step, which is composed and sent at once, like one that was asked for in the wizard. */
export async function recordSentLink(
  tx: Transaction,
  ctx: Context,
  mail: OfLink & { id: string; address: string; outcome: MailOutcome; now: Date },
): Promise<void> {
  const { id, link, outcome, now } = mail;
  const row = { id, workspaceId: ctx.workspace.id, kind: 'invitation' as const, subject: link.id, due: now };
  const recorded = await tx
    .insert(mails)
    .values({ ...row, to: normaliseAddress(mail.address), ...outcome, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: mails.id });
  if (recorded.length === 0) return;
  await noteInvited(tx, mail.registration.id, now);
  await publishOutcome(tx, ctx, { ...mail, kind: 'invitation' });
}

/** From now on there is somebody to remind. */
const noteInvited = (tx: Transaction, registrationId: string, now: Date) =>
  tx
    .update(registrations)
    .set({ nextReminderAt: lookAfter(now) })
    .where(eq(registrations.id, registrationId));

async function publishOutcome(
  tx: Transaction,
  ctx: Context,
  {
    id,
    kind,
    registration,
    link,
    outcome,
  }: OfLink & { id: string; kind: LinkMailKind; outcome: MailOutcome },
): Promise<void> {
  const action = 'refusedAt' in outcome ? 'link.bounced' : 'link.sent';
  const reason = 'refusedAt' in outcome ? { reason: outcome.reason } : {};
  await audit(tx, ctx, action, { kind: 'link', id: link.id }, { mail: id, kind, ...reason });
  await publishEvent(tx, ctx, action, {
    entryId: registration.entryId,
    data: { registrationId: registration.id, linkId: link.id, scope: link.scope, ...reason },
  });
}
