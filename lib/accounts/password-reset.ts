import { and, eq, isNull, like } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { areUnexpired, isRecent } from '#lib/age.ts';
import { auditAccount } from '#lib/audit.ts';
import { database } from '#lib/database/client.ts';
import { accounts, users, verifications } from '#lib/database/tables/accounts.ts';
import { env } from '#lib/env.ts';
import { AltaError } from '#lib/errors.ts';
import type { Locale } from '#lib/i18n.ts';
import { passwordResetLetter } from '#lib/mail/account-letters.ts';
import { type Composer, notNeeded, queueMail } from '#lib/mail/mails.ts';
import { randomText } from '#lib/random-text.ts';
import { lookupHash } from '#lib/vault.ts';
import { queueAccountMail } from './account-mails.ts';
import { invalidateDevices } from './devices.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { endSessionsInTransaction, storePasswordHash, type Visitor } from './sessions.ts';
import { loadPersonalData, type User } from './users.ts';

/** 256 bits of entropy. */
const tokenPattern = /^[0-9A-Za-z]{43}$/;
const lifetimeMinutes = 30;
const lifetimeMs = lifetimeMinutes * 60_000;

/** False without a mail server: the operator then resets passwords (`npm run password`). */
export const isMailResetEnabled = (): boolean => env().SMTP_URL !== undefined;

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
  // A mail delayed by half an hour is dropped: by then the user has requested another link, or needs none.
  if (!to || !isRecent(createdAt, lifetimeMs, now)) return notNeeded;
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
      .where(and(eq(verifications.value, user.id), like(verifications.identifier, `${identifierPrefix}%`)));
    await tx.insert(verifications).values({
      id: uuidv7(),
      identifier: deriveIdentifier(token),
      value: user.id,
      expiresAt: new Date(now.getTime() + lifetimeMs),
    });
  });
  const origin = env().ALTA_ORIGIN;
  const letterData = { name: user.name, url: `${origin}/password/${token}`, minutes: lifetimeMinutes };
  const messageId = `<password.${user.id}.${now.getTime()}@${new URL(origin).hostname}>`;
  return { kind: 'send', letters: [{ ...passwordResetLetter(letterData, data.locale), to, messageId }] };
};

/** Returns the user of a reset link; undefined if it is unknown, used, replaced by a newer one or expired. */
export async function findPasswordReset(token: string, now = new Date()): Promise<User | undefined> {
  if (!tokenPattern.test(token)) return undefined;
  const [row] = await database()
    .select({ id: users.id, name: users.name, email: users.email })
    .from(verifications)
    .innerJoin(users, and(eq(users.id, verifications.value), isNull(users.deactivatedAt)))
    .where(isOpen(token, now));
  return row;
}

/**
 * Sets the password and uses up the link. Ends all of the user's sessions and pending logins, and invalidates
 * their device cookies. Does not log in.
 * @throws AltaError `gone` (`reset-gone`), `validation` (a weakness of the password).
 */
export async function resetPassword(
  { token, newPassword }: { token: string; newPassword: string },
  visitor: Visitor,
  now = new Date(),
): Promise<void> {
  const user = await findPasswordReset(token, now);
  if (!user) throw resetGone();
  await refuseWeakPassword(newPassword, await loadPersonalData(user), 'newPassword');
  // Hashing is slow, so it runs before the transaction.
  const passwordHash = await hashPassword(newPassword);
  await database().transaction(async (tx) => {
    const deleted = await tx.delete(verifications).where(isOpen(token, now)).returning();
    if (deleted.length === 0) throw resetGone();
    await endSessionsInTransaction(tx, user.id);
    await storePasswordHash(tx, user.id, passwordHash);
    await invalidateDevices(tx, user.id);
    await auditAccount(tx, user.id, 'password.reset', {}, { address: visitor.address });
    await queueAccountMail(tx, user.id, 'password-reset', {
      from: { address: visitor.address, userAgent: visitor.userAgent },
      now,
    });
  });
}

const isOpen = (token: string, now: Date) =>
  and(
    eq(verifications.identifier, deriveIdentifier(token)),
    areUnexpired(verifications.expiresAt, lifetimeMs, now),
  );

const identifierPrefix = 'password-reset:';
const deriveIdentifier = (token: string) => `${identifierPrefix}${lookupHash('password reset', token)}`;

const resetGone = () =>
  new AltaError('gone', 'This link was used or replaced by a newer one, or has expired.', {
    code: 'reset-gone',
  });
