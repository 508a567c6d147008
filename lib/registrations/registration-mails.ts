import { eq } from 'drizzle-orm';
import { type Context, fetchWorkspace } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { type RegistrationRow, registrations } from '#lib/database/tables/registrations.ts';
import { env } from '#lib/env.ts';
import {
  type AddressedLetter,
  type Composer,
  type Composition,
  notNeeded,
  queueMail,
} from '#lib/mail/mails.ts';
import {
  type Completed,
  completedLetter,
  expiryLetter,
  type Unproved,
  unprovedLetterToHolder,
  unprovedLetterToSupplier,
} from '#lib/mail/registration-letters.ts';
import { envelopeOf } from '#lib/mail/sender.ts';
import { fetchSender, senderOf } from './account-holder.ts';
import { daysLeft } from './days-left.ts';
import { findRegistrationDetails, type RegistrationDetails } from './details.ts';
import { peopleOf } from './links/people.ts';
import { hasUsablePoint } from './points-of-sale/first-usable.ts';
import { lacksPointOfSale, usablePoints } from './points-of-sale/usable.ts';

/** A registration and its first point of sale that come within minutes of each other share one mail. */
const completedMailWaitMs = 3 * 60_000;

/**
 * Queues the mail for those who worked on a registration: it is complete, and invoices can be issued. In live without
 * a point of sale by then it asks for one, and a second mail follows when there is one.
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
      // A point of sale that came while the mail was on its way found nothing that waits for it.
      const isThere = await hasUsablePoint(tx, details.registration.entryId);
      await queueMail(tx, { ...mail, workspace: ctx.workspace, due: isThere ? now : null }, now);
    },
  };
};

export const composePointFound: Composer<'point-found'> = async ({ subject }, now) => {
  const found = await findCompleted(subject, now);
  if (!found || lacksPointOfSale(found.details.registration)) return notNeeded;
  return sendCompleted(found.ctx, found.details, 'point-found');
};

/** Undefined unless the registration is complete and still the newest: a renewal has a mail of its own. */
async function findCompleted(registrationId: string, now: Date) {
  const row = await findRow(registrationId);
  if (!row?.completedAt || row.revokedAt) return undefined;
  const ctx = await engineOf(row.workspaceId);
  const details = await findRegistrationDetails(ctx, row.entryId, now);
  return details?.registration.id === row.id ? { ctx, details } : undefined;
}

async function sendCompleted(
  ctx: Context,
  { registration, active }: RegistrationDetails,
  what: Completed['what'],
) {
  const about: Completed = {
    workspace: senderOf(registration.accountHolder, ctx.workspace.environment),
    intent: registration.intent,
    supplier: registration.supplier,
    what,
    points: usablePoints(registration).map(({ number }) => number),
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

/** Queues the mail to supplier, helpers and account holder: the authority has refused the certificate for a day. */
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
  // Tried again since, or given up a second time.
  if (row?.proofGivenUpAt?.getTime() !== createdAt.getTime()) return notNeeded;
  const ctx = await engineOf(row.workspaceId);
  const registration = (await findRegistrationDetails(ctx, row.entryId))?.registration;
  if (registration?.id !== row.id) return notNeeded;
  const { entryId, supplier, certificate, request, noticeEmail, accountHolder } = registration;
  const about: Unproved = {
    workspace: senderOf(accountHolder, ctx.workspace.environment),
    supplier,
    alias: certificate?.alias ?? request.alias,
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

/** Queues the notice to a supplier that their certificate ends in so many days. */
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

/** Writes to the address that the supplier gave in the wizard, if any; the one given in the renewal comes first. */
export const composeExpiry: Composer<'expiry'> = async ({ subject, data }, now) => {
  const [row] = await database()
    .select({ certificate: certificates, noticeEmail: registrations.noticeEmail })
    .from(certificates)
    .innerJoin(registrations, eq(registrations.id, certificates.registrationId))
    .where(eq(certificates.id, subject));
  if (!row) return notNeeded;
  const { entryId, workspaceId, notAfter, supersededAt, expiryToldDays } = row.certificate;
  // Renewed, or a later notice goes out instead.
  if (!notAfter || supersededAt || expiryToldDays !== data.days) return notNeeded;
  const ctx = await engineOf(workspaceId);
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

const engineOf = async (workspaceId: string): Promise<Context> => ({
  workspace: await fetchWorkspace(workspaceId),
  actor: { kind: 'engine' },
});
