import { and, asc, eq, isNull, like } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { areAlive, isYounger } from '#lib/age.ts';
import { auditAccount } from '#lib/audit.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { accounts, members, users, verifications, workspaces } from '#lib/database/tables/accounts.ts';
import { env } from '#lib/env.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import type { Locale } from '#lib/i18n.ts';
import {
  type AccountNotice,
  accountLetter,
  type CameFrom,
  passwordResetLetter,
} from '#lib/mail/account-letters.ts';
import { type Composer, notNeeded, queueMail } from '#lib/mail/mails.ts';
import { randomText } from '#lib/random-text.ts';
import { lookupHash } from '#lib/vault.ts';
import { forgetDevices } from './devices.ts';
import { lockOwners, revokeInvitationsOf } from './members.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { endSessionsIn, storePassword, type Visitor } from './sessions.ts';
import { personOf, type User } from './users.ts';

/** 256 bits. */
const tokenShape = /^[0-9A-Za-z]{43}$/;
const lifetimeMinutes = 30;
const lifetimeMs = lifetimeMinutes * 60_000;

/** Without a mail server the operator resets passwords (`npm run password`). */
export const isResetByMail = (): boolean => env().SMTP_URL !== undefined;

/**
 * Queues a mail with a reset link. A worker checks whether the address has an account, so that neither the
 * response nor its timing reveals it.
 */
export async function requestPasswordReset(
  { email, locale }: { email: string; locale: Locale },
  now = new Date(),
): Promise<void> {
  const subject = lookupHash('password reset address', email);
  const mail = { kind: 'password-reset', workspace: null, subject, to: email, data: { locale } } as const;
  await database().transaction((tx) => queueMail(tx, mail, now));
}

/** Each attempt to send creates a new link and invalidates the previous one. */
export const composePasswordReset: Composer<'password-reset'> = async ({ to, data, createdAt }, now) => {
  // The mail is half an hour late: the user has asked again by now, or no longer needs it.
  if (!to || !isYounger(createdAt, lifetimeMs, now)) return notNeeded;
  const [user] = await database()
    .select({ id: users.id, name: users.name })
    .from(users)
    .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
    .where(and(eq(users.email, to), isNull(users.deactivatedAt)));
  if (!user) return notNeeded;
  const token = randomText(43);
  await database().transaction(async (tx) => {
    await tx
      .delete(verifications)
      .where(and(eq(verifications.value, user.id), like(verifications.identifier, `${resets}%`)));
    await tx.insert(verifications).values({
      id: uuidv7(),
      identifier: identifierOf(token),
      value: user.id,
      expiresAt: new Date(now.getTime() + lifetimeMs),
    });
  });
  const origin = env().ALTA_ORIGIN;
  const known = { name: user.name, url: `${origin}/password/${token}`, minutes: lifetimeMinutes };
  const messageId = `<password.${user.id}.${now.getTime()}@${new URL(origin).hostname}>`;
  return { kind: 'send', letters: [{ ...passwordResetLetter(known, data.locale), to, messageId }] };
};

/** The user of a reset link; undefined if it is unknown, used, superseded or expired. */
export async function findPasswordReset(token: string, now = new Date()): Promise<User | undefined> {
  if (!tokenShape.test(token)) return undefined;
  const [row] = await database()
    .select({ id: users.id, name: users.name, email: users.email })
    .from(verifications)
    .innerJoin(users, and(eq(users.id, verifications.value), isNull(users.deactivatedAt)))
    .where(isOpen(token, now));
  return row;
}

/**
 * Sets the password, once. Ends all of the user's sessions and pending logins, and forgets their devices.
 * Does not log in.
 * @throws AltaError `gone` (`reset-gone`), `validation` (a weakness of the password).
 */
export async function resetPassword(
  { token, newPassword }: { token: string; newPassword: string },
  visitor: Visitor,
  now = new Date(),
): Promise<void> {
  const user = await findPasswordReset(token, now);
  if (!user) throw resetGone();
  await refuseWeakPassword(newPassword, await personOf(user), 'newPassword');
  // Slow, therefore before the transaction.
  const password = await hashPassword(newPassword);
  await database().transaction(async (tx) => {
    const used = await tx.delete(verifications).where(isOpen(token, now)).returning();
    if (used.length === 0) throw resetGone();
    await endSessionsIn(tx, user.id);
    await storePassword(tx, user.id, password);
    await forgetDevices(tx, user.id);
    await auditAccount(tx, user.id, 'password.reset', {}, { address: visitor.address });
    await mailAccount(tx, user.id, 'password-reset', {
      from: { address: visitor.address, userAgent: visitor.userAgent },
      now,
    });
  });
}

const isOpen = (token: string, now: Date) =>
  and(eq(verifications.identifier, identifierOf(token)), areAlive(verifications.expiresAt, lifetimeMs, now));

const resets = 'password-reset:';
const identifierOf = (token: string) => `${resets}${lookupHash('password reset', token)}`;

const resetGone = () =>
  new AltaError('gone', 'This link was used, replaced by a newer one, or is too old.', {
    code: 'reset-gone',
  });

/** Queues a notice to a user about a change of their credentials. */
export async function mailAccount(
  tx: Transaction,
  userId: string,
  notice: AccountNotice,
  { from, now = new Date() }: { from?: CameFrom; now?: Date } = {},
): Promise<void> {
  const data = { notice, ...(from ? { from } : {}) };
  await queueMail(tx, { kind: 'account', workspace: null, subject: userId, data }, now);
}

export const composeAccountMail: Composer<'account'> = async ({ subject, data, createdAt }) => {
  const [user] = await database().select().from(users).where(eq(users.id, subject));
  if (!user) return notNeeded;
  const address = `${env().ALTA_ORIGIN}/account`;
  const letter = accountLetter({ ...data, at: createdAt, name: user.name, address });
  return { kind: 'send', letters: [{ ...letter, to: user.email }] };
};

/**
 * Deactivates a user: ends all sessions, and refuses logins with the same error as a wrong password. Their
 * open invitations are revoked. They stay a member, and API keys they created stay valid: those belong to the
 * workspace.
 * @returns the slugs of workspaces without another owner.
 * @throws AltaError `not-found`.
 */
export async function deactivateUser(
  { email }: { email: string },
  now = new Date(),
): Promise<{ orphaned: string[] }> {
  return database().transaction(async (tx) => {
    // Owners before the user: the same lock order as for changes of members.
    const orphaned = await onlyTheirs(tx, email);
    const id = await setDeactivated(tx, email, now);
    await endSessionsIn(tx, id);
    await revokeInvitationsOf(tx, id);
    await forgetDevices(tx, id);
    await auditAccount(tx, id, 'account.deactivated', {}, { by: 'operator' });
    return { orphaned };
  });
}

/** Reactivates a user, with their former password. @throws AltaError `not-found`. */
export async function activateUser({ email }: { email: string }): Promise<void> {
  await database().transaction(async (tx) => {
    const id = await setDeactivated(tx, email, null);
    await auditAccount(tx, id, 'account.activated', {}, { by: 'operator' });
  });
}

async function setDeactivated(tx: Transaction, email: string, deactivatedAt: Date | null): Promise<string> {
  const [user] = await tx
    .update(users)
    .set({ deactivatedAt })
    .where(eq(users.email, email))
    .returning({ id: users.id });
  if (!user) throw notFound(`Somebody with the address ${email}`);
  return user.id;
}

/** Slugs of the workspaces without another owner. Locks their owners. */
async function onlyTheirs(tx: Transaction, email: string): Promise<string[]> {
  const owned = await tx
    .select({ id: workspaces.id, slug: workspaces.slug, userId: users.id })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(users.email, email), eq(members.role, 'owner')))
    .orderBy(asc(workspaces.id));
  const slugs: string[] = [];
  for (const { id, slug, userId } of owned) {
    const owners = await lockOwners(tx, id);
    if (owners.every((owner) => owner.userId === userId)) slugs.push(slug);
  }
  return slugs;
}
