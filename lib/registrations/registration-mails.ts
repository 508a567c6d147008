import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import { type Context, fetchWorkspace, inTransaction, lockPermission } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { type LinkMailKind, linkMailKinds, mails } from '#lib/database/tables/mails.ts';
import {
  type LinkRow,
  type RegistrationRow,
  registrationLinks,
  registrations,
} from '#lib/database/tables/registrations.ts';
import { env } from '#lib/env.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import type { Locale } from '#lib/i18n.ts';
import { linkLimits } from '#lib/limits.ts';
import type { Letter } from '#lib/mail/letter.ts';
import { continueLetter, handOverLetter, invitationLetter, reminderLetter } from '#lib/mail/link-letters.ts';
import {
  type AddressedLetter,
  type Composer,
  type Composition,
  countMailsToAddress,
  isWithinDay,
  type MailOutcome,
  normaliseAddress,
  notNeeded,
  queueMail,
} from '#lib/mail/mails.ts';
import {
  type CompletedRegistration,
  completedLetter,
  expiryLetter,
  type UnprovedCertificate,
  unprovedLetterToHolder,
  unprovedLetterToSupplier,
  wrongCuitLetter,
} from '#lib/mail/registration-letters.ts';
import { envelopeOf, MailAddress, senderLine } from '#lib/mail/send-mail.ts';
import { refuseOverQuota } from '#lib/quotas.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { linkUrl, unsealRef } from '#lib/silo/public-link.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { fetchSender, senderOf } from './account-holder.ts';
import { findRegistrationDetails, type RegistrationDetails } from './details.ts';
import { findByRef } from './find.ts';
import { peopleOf } from './helper.ts';
import { fetchNewestRegistration } from './link.ts';
import { listLinks } from './link-list.ts';
import { hasAllPoints, lacksPointOfSale, servicesWithoutPoint, usablePoints } from './points-of-sale.ts';
import { daysLeft, lockRegistration, lockUnfinished, type Registration } from './registration.ts';
import { emailOfDocument, reminderAddress } from './reminder-address.ts';
import { nextCheckAfter } from './reminder-schedule.ts';
import { supplierLink } from './supplier-link.ts';

/** Delay of the mail, so that a point of sale found within minutes is included in it. */
const completedMailWaitMs = 3 * 60_000;

/**
 * Queues the mail about a completed registration to the people who worked on it. In live, if there is no
 * usable point of sale when the mail is sent, it asks for one, and a second mail follows once there is one.
 */
export async function queueCompletedMail(
  tx: Transaction,
  { workspace }: Context,
  { id, environment }: RegistrationRow,
  now: Date,
): Promise<void> {
  const due = environment === 'live' ? new Date(now.getTime() + completedMailWaitMs) : now;
  const mail = { kind: 'completed', subject: id, key: `completed/${id}`, data: {}, due } as const;
  await queueMail(tx, { ...mail, workspace }, now);
}

export const composeCompleted: Composer<'completed'> = async ({ subject }, now) => {
  const found = await findCompleted(subject, now);
  if (!found) return notNeeded;
  const { ctx, details } = found;
  if (!lacksPointOfSale(details.registration)) return sendCompleted(ctx, details, 'ready');
  return {
    ...(await sendCompleted(ctx, details, 'point-missing')),
    async record(tx) {
      const mail = { kind: 'point-found', subject, key: `point-found/${subject}`, data: {} } as const;
      // If a point of sale became usable while this mail was being sent, the second mail did not exist yet
      // and could not be released.
      const hasPoint = await hasAllPoints(tx, details.registration);
      await queueMail(tx, { ...mail, workspace: ctx.workspace, due: hasPoint ? now : null }, now);
    },
  };
};

export const composePointFound: Composer<'point-found'> = async ({ subject }, now) => {
  const found = await findCompleted(subject, now);
  if (!found || lacksPointOfSale(found.details.registration)) return notNeeded;
  return sendCompleted(found.ctx, found.details, 'point-found');
};

/** Returns undefined unless the registration is complete and the entry's newest: a later renewal has its own mail. */
async function findCompleted(registrationId: string, now: Date) {
  const row = await findRow(registrationId);
  if (!row?.completedAt || row.revokedAt) return undefined;
  const ctx = await engineContext(row.workspaceId);
  const details = await findRegistrationDetails(ctx, row.entryId, now);
  return details?.registration.id === row.id ? { ctx, details } : undefined;
}

async function sendCompleted(
  ctx: Context,
  { registration, active }: RegistrationDetails,
  stage: CompletedRegistration['stage'],
) {
  const about: CompletedRegistration = {
    workspace: senderOf(registration.accountHolder, ctx.workspace.environment),
    intent: registration.intent,
    supplier: registration.supplier,
    stage,
    points: usablePoints(registration).map(({ number }) => number),
    lacking: servicesWithoutPoint(registration),
    notAfter: active?.notAfter,
  };
  const people = await peopleOf(ctx, registration.id);
  const letters = people.map(({ role, email, url, locale }) => ({
    ...completedLetter(about, { as: role, link: url }, locale),
    ...envelopeOf(about.workspace),
    to: email,
  }));
  return { kind: 'send', letters } satisfies Composition;
}

export async function queueUnprovedMail(
  tx: Transaction,
  { workspace }: Context,
  { id }: RegistrationRow,
  givenUpAt: Date,
): Promise<void> {
  const key = `unproved/${id}/${givenUpAt.getTime()}`;
  await queueMail(tx, { kind: 'unproved', workspace, subject: id, key, data: {} }, givenUpAt);
}

export const composeUnproved: Composer<'unproved'> = async ({ subject, createdAt }) => {
  const row = await findRow(subject);
  // The login was retried since, or given up again, which has its own mail.
  if (row?.proofGivenUpAt?.getTime() !== createdAt.getTime()) return notNeeded;
  const ctx = await engineContext(row.workspaceId);
  const registration = (await findRegistrationDetails(ctx, row.entryId))?.registration;
  if (registration?.id !== row.id) return notNeeded;
  const { entryId, supplier, certificate, request, lastRejection, noticeEmail, accountHolder } = registration;
  const about: UnprovedCertificate = {
    workspace: senderOf(accountHolder, ctx.workspace.environment),
    supplier,
    alias: certificate?.alias ?? request.alias,
    refused: lastRejection?.detail.service === 'wsfex' ? 'wsfex' : 'wsfe',
    supplierEmail: noticeEmail,
  };
  const people = await peopleOf(ctx, row.id);
  const letters: AddressedLetter[] = people.map(({ role, email, url, locale }) => ({
    ...unprovedLetterToSupplier(about, { as: role, link: url }, locale),
    ...envelopeOf(about.workspace),
    to: email,
  }));
  if (accountHolder.email) {
    const page = `${env().ALTA_ORIGIN}/w/${ctx.workspace.slug}/entries/${entryId}`;
    letters.push({ ...unprovedLetterToHolder(about, page), to: accountHolder.email });
  }
  return { kind: 'send', letters };
};

/** Queues the mail to the account holder about a CUIT that the supplier reported as wrong at `reportedAt`. */
export async function queueWrongCuitMail(
  tx: Transaction,
  { workspace }: Context,
  { id }: Pick<RegistrationRow, 'id'>,
  reportedAt: Date,
): Promise<void> {
  const key = `wrong-cuit/${id}/${reportedAt.getTime()}`;
  await queueMail(tx, { kind: 'wrong-cuit', workspace, subject: id, key, data: {} }, reportedAt);
}

export const composeWrongCuit: Composer<'wrong-cuit'> = async ({ subject, createdAt }) => {
  const row = await findRow(subject);
  if (!row || row.revokedAt) return notNeeded;
  const ctx = await engineContext(row.workspaceId);
  const registration = (await findRegistrationDetails(ctx, row.entryId))?.registration;
  // The supplier took the report back, or the account holder has acted on it.
  if (registration?.id !== row.id || registration.cuitAnswer?.answer !== 'wrong') return notNeeded;
  if (registration.cuitAnswer.at.getTime() !== createdAt.getTime()) return notNeeded;
  const { entryId, supplier, namesAtAuthority, accountHolder, environment } = registration;
  if (!accountHolder.email) return notNeeded;
  const page = `${env().ALTA_ORIGIN}/w/${ctx.workspace.slug}/entries/${entryId}`;
  const nameAtAuthority = namesAtAuthority[supplier.cuit] ?? undefined;
  const letter = wrongCuitLetter({ environment, supplier, nameAtAuthority }, page);
  return { kind: 'send', letters: [{ ...letter, to: accountHolder.email }] };
};

export async function queueExpiryMail(
  tx: Transaction,
  { workspace }: Context,
  certificateId: string,
  days: number,
  now: Date,
): Promise<void> {
  const key = `expiry/${certificateId}/${days}`;
  await queueMail(tx, { kind: 'expiry', workspace, subject: certificateId, key, data: { days } }, now);
}

/**
 * Composes the expiry notice, to the address that the supplier gave in the renewal or else in the original
 * registration. Without an address, no mail is sent.
 */
export const composeExpiry: Composer<'expiry'> = async ({ subject, data }, now) => {
  const [row] = await database()
    .select({ certificate: certificates, noticeEmail: registrations.noticeEmail })
    .from(certificates)
    .innerJoin(registrations, eq(registrations.id, certificates.registrationId))
    .where(eq(certificates.id, subject));
  if (!row) return notNeeded;
  const { entryId, workspaceId, notAfter, supersededAt, expiryToldDays } = row.certificate;
  // The certificate was renewed, or a later notice replaces this one.
  if (!notAfter || supersededAt || expiryToldDays !== data.days) return notNeeded;
  const ctx = await engineContext(workspaceId);
  const details = await findRegistrationDetails(ctx, entryId, now);
  const address = details?.registration.noticeEmail ?? row.noticeEmail;
  if (!details || !address || details.registration.way === 'delegation') return notNeeded;
  const { supplier, intent, state, link } = details.registration;
  const isOpen = intent === 'renew' && !['completed', 'revoked', 'expired'].includes(state);
  const workspace = await fetchSender(ctx.workspace);
  const about = { workspace, supplier, notAfter, daysLeft: daysLeft(notAfter, now) };
  const letter = expiryLetter({ ...about, link: isOpen ? details.link?.url : undefined }, link.locale);
  return { kind: 'send', letters: [{ ...letter, ...envelopeOf(workspace), to: address }] };
};

async function findRow(registrationId: string): Promise<RegistrationRow | undefined> {
  const [row] = await database().select().from(registrations).where(eq(registrations.id, registrationId));
  return row;
}

const engineContext = async (workspaceId: string): Promise<Context> => ({
  workspace: await fetchWorkspace(workspaceId),
  actor: { kind: 'engine' },
});

const daySeconds = 86_400;

export type LinkMailOutcome = { kind: 'queued' } | { kind: 'too-many'; by: 'link' | 'address' };

/**
 * Mails a link to its holder, so that they can continue on another device. From then on, the address receives
 * the notices to the supplier, or a helper's mail about completion. The holder of a link for now does not replace the
 * supplier's address: the notices have the supplier's link, which lasts longer.
 */
export async function mailLink(
  ctx: Context,
  registration: Registration,
  { to }: { to: string },
  now = new Date(),
): Promise<LinkMailOutcome> {
  return inTransaction(ctx, async (tx) => {
    const { noticeEmail } = await lockRegistration(tx, registration);
    const link = await lockLink(tx, registration);
    const queued = await queueLinkMail(tx, ctx, { link, to, kind: 'asked', now });
    if (queued.kind !== 'queued') return queued;
    if (link.scope === 'arca-steps-only') {
      await tx.update(registrationLinks).set({ holderEmail: to }).where(eq(registrationLinks.id, link.id));
    } else if (noticeEmail !== to && !(link.purpose && noticeEmail)) {
      await tx.update(registrations).set({ noticeEmail: to }).where(eq(registrations.id, registration.id));
    }
    return queued;
  });
}

/** Locks and returns the link. @throws AltaError `not-found` if it was revoked meanwhile */
async function lockLink(tx: Transaction, { id, link }: Registration): Promise<LinkRow> {
  const isThis = and(eq(registrationLinks.id, link.id), eq(registrationLinks.registrationId, id));
  const [row] = await tx.select().from(registrationLinks).where(isThis).for('update');
  if (!row || row.revokedAt) throw notFound('The link');
  return row;
}

export const LinkMailTo = z.strictObject({ to: z.string().trim().pipe(MailAddress) });

/**
 * Mails an entry's link to its supplier in the account holder's name, as a workflow step does. Without `to`,
 * to the address that a reminder would go to. The address for notices does not change.
 * @throws AltaError `not-found` `no-registration`; `conflict` `completed`, `revoked`, `link-revoked`,
 * `link-expired`, `no-address` or `over-quota`; `rate-limited` `too-many-mails`
 */
export async function mailEntryLink(
  ctx: Context,
  entryId: string,
  { to }: { to?: string | undefined },
  now = new Date(),
): Promise<void> {
  requirePermission(ctx, 'registrations:write');
  await inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'registrations:write');
    const { registration, link } = await lockOpenLink(tx, ctx, entryId, now);
    const address = to ?? (await addressOfSupplier(tx, ctx, registration));
    await queueLinkMailOrThrow(tx, ctx, { link, to: address, kind: 'invitation', now });
    await noteInvited(tx, registration.id, now);
  });
}

/**
 * Composes the invitation or the reminder as it would be sent now, without sending it. The letter contains the link.
 * @throws AltaError as `mailEntryLink` and `remindSupplier`
 */
export async function previewLinkMail(
  ctx: Context,
  entryId: string,
  kind: 'invitation' | 'reminder',
  now = new Date(),
): Promise<Letter & { from: string; replyTo: string | undefined; locale: Locale }> {
  requirePermission(ctx, kind === 'reminder' ? 'reminders:send' : 'registrations:write');
  const { link } = await inTransaction(ctx, (tx) => lockOpenLink(tx, ctx, entryId, now));
  const ref = unsealRef(link.refSealed, { ...link, environment: ctx.workspace.environment });
  const found = await findByRef(ref, now);
  if (found.kind !== 'found') throw notFound('The link');
  const { senderName, replyTo } = envelopeOf(senderIn(found.registration));
  const letter = letterOf(found.registration, { link, kind, url: linkUrl(ref) });
  return { ...letter, from: senderLine(senderName), replyTo, locale: link.locale ?? 'es-AR' };
}

/**
 * Returns the supplier's address: the one they gave, else the last one their link was mailed to, else the
 * document's.
 * @throws AltaError `conflict` `no-address`
 */
export async function addressOfSupplier(
  tx: Transaction,
  ctx: Context,
  { id, entryId, noticeEmail }: RegistrationRow,
): Promise<string> {
  const links = await listLinks({ ...ctx, tx }, id);
  const { doc } = await fetchEntry({ ...ctx, tx }, entryId);
  const address = reminderAddress({ noticeEmail, links, documentEmail: emailOfDocument(doc) });
  if (address) return address;
  throw new AltaError('conflict', 'No address of the supplier is known.', { code: 'no-address' });
}

export async function lockOpenLink(
  tx: Transaction,
  ctx: Context,
  entryId: string,
  now: Date,
): Promise<{ registration: RegistrationRow; link: LinkRow }> {
  const registration = await lockUnfinished(tx, await fetchNewestRegistration(tx, ctx, entryId));
  const link = await supplierLink({ ...ctx, tx }, registration.id);
  if (!link || link.revokedAt) {
    throw new AltaError('conflict', 'The link was revoked: issue a new one.', { code: 'link-revoked' });
  }
  if (link.expiresAt <= now) {
    throw new AltaError('conflict', 'The link has expired: extend it.', { code: 'link-expired' });
  }
  return { registration, link };
}

interface NewLinkMail {
  link: LinkRow;
  to: string;
  kind: LinkMailKind;
  now: Date;
}

/**
 * Queues a mail with a link that the workspace asked for.
 * @throws AltaError `rate-limited` `too-many-mails`; `conflict` `over-quota`
 */
export async function queueLinkMailOrThrow(tx: Transaction, ctx: Context, mail: NewLinkMail): Promise<void> {
  await refuseOverQuota(tx, ctx, 'link-mails');
  const queued = await queueLinkMail(tx, ctx, mail);
  if (queued.kind === 'queued') return;
  throw new AltaError('rate-limited', 'The limit of mails a day is reached.', {
    code: 'too-many-mails',
    retryAfterSeconds: daySeconds,
  });
}

/** Queues a mail unless the link or the address had too many within a day. The caller has locked the link. */
export async function queueLinkMail(
  tx: Transaction,
  ctx: Context,
  { link, to, kind, now }: NewLinkMail,
): Promise<LinkMailOutcome> {
  const linkMails = await tx.$count(mails, and(eq(mails.subject, link.id), isOfLink, isWithinDay(now)));
  if (linkMails >= linkLimits.dailyMailsPerLink) return { kind: 'too-many', by: 'link' };
  if (await hasTooManyMails(tx, to, now)) return { kind: 'too-many', by: 'address' };
  const row = { kind, workspace: ctx.workspace, subject: link.id, to: normaliseAddress(to), data: {} };
  const mail = await queueMail(tx, row, now);
  const action = kind === 'reminder' ? 'link.reminded' : 'link.mail-requested';
  await audit(tx, ctx, action, { kind: 'link', id: link.id }, { mail });
  return { kind: 'queued' };
}

/**
 * Returns whether an address has reached its daily limit, across all workspaces. Locks the address until the
 * transaction ends, so that no concurrent mail exceeds the limit.
 */
export async function hasTooManyMails(tx: Transaction, to: string, now: Date): Promise<boolean> {
  const addressMails = await countMailsToAddress(tx, to, isOfLink, now);
  return addressMails >= linkLimits.dailyMailsPerAddress;
}

const isOfLink = inArray(mails.kind, [...linkMailKinds]);

export const composeLinkMail: Composer<LinkMailKind> = async ({ id, kind, subject, to }, now) => {
  const [link] = await database().select().from(registrationLinks).where(eq(registrationLinks.id, subject));
  if (!link || !to) return notNeeded;
  const workspace = await fetchWorkspace(link.workspaceId);
  const ref = unsealRef(link.refSealed, { ...link, environment: workspace.environment });
  const found = await findByRef(ref, now);
  // Revoked or expired before sending: the link would not work.
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

/** New helpers get an explanation; people who asked for their own link need none. */
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
      return reminderLetter({ ...about, hasStarted: facts.startedAt !== undefined }, locale);
    case 'asked': {
      const isNewHelper = link.scope === 'arca-steps-only' && !link.openedAt;
      return (isNewHelper ? handOverLetter : continueLetter)(about, locale);
    }
  }
}

export const intentOf = ({ intent, mode }: Registration) =>
  intent === 'register' && mode !== 'certificate' ? mode : intent;

interface LinkMail {
  registration: Pick<Registration, 'id' | 'entryId'>;
  link: Pick<LinkRow, 'id' | 'scope'>;
}

/** Records the mail of a workflow step, which was sent directly, like a mail requested in the wizard. */
export async function recordSentLink(
  tx: Transaction,
  ctx: Context,
  mail: LinkMail & { id: string; address: string; outcome: MailOutcome; now: Date },
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

const noteInvited = (tx: Transaction, registrationId: string, now: Date) =>
  tx
    .update(registrations)
    .set({ nextReminderAt: nextCheckAfter(now) })
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
  }: LinkMail & { id: string; kind: LinkMailKind; outcome: MailOutcome },
): Promise<void> {
  const action = 'refusedAt' in outcome ? 'link.bounced' : 'link.sent';
  const reason = 'refusedAt' in outcome ? { reason: outcome.reason } : {};
  await audit(tx, ctx, action, { kind: 'link', id: link.id }, { mail: id, kind, ...reason });
  await publishEvent(tx, ctx, action, {
    entryId: registration.entryId,
    data: { registration_id: registration.id, link_id: link.id, scope: link.scope, ...reason },
  });
}
