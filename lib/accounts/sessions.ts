import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { areRecent, areUnexpired, isRecent, isUnexpired } from '#lib/age.ts';
import { auditAccount } from '#lib/audit.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { accounts, sessions, users, verifications } from '#lib/database/tables/accounts.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import type { Client } from '#lib/mail/account-letters.ts';
import { randomText } from '#lib/random-text.ts';
import { lookupHash } from '#lib/vault.ts';
import { createDeviceCookie, invalidateDevices } from './devices.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { loadPersonalData, type User, type VerifiedLogin, verifyPassword } from './users.ts';

export const sessionCookieName = '__Host-alta_session';
/** The cookie's value: 43 alphanumerics, 256 bits of entropy. */
const tokenPattern = /^[0-9A-Za-z]{43}$/;
/** A session expires this long after its last use. */
const idleSeconds = 12 * 3_600;
/** The last use is recorded at most this often. */
const idleResolutionSeconds = 600;
/** A session expires at the latest this long after the login. */
export const sessionSeconds = 7 * 86_400;

/** Client of a login or session. Users recognize their sessions by its address and user agent. */
export interface Visitor extends Client {
  /** Device cookie of an earlier login (devices.ts). */
  deviceCookie?: string | undefined;
}

export interface Session {
  id: string;
  user: User;
  /** When the user last authenticated: at the login, or later (recent-login.ts). */
  provedAt: Date;
}

/** Values of the cookies set by a login: the session's, and the device's (devices.ts). */
export interface LoginCookies {
  cookie: string;
  device: string;
}

/** Finds the cookie's session and records its use; undefined if there is none or it has ended. */
export async function findSession(cookie: string, now = new Date()): Promise<Session | undefined> {
  if (!tokenPattern.test(cookie)) return undefined;
  const [session] = await database()
    .select({
      id: sessions.id,
      user: { id: users.id, name: users.name, email: users.email },
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      provedAt: sessions.provedAt,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.deactivatedAt)))
    .where(eq(sessions.tokenHash, hashToken(cookie)));
  const isCurrent =
    session &&
    isRecent(session.createdAt, sessionSeconds * 1_000, now) &&
    isUnexpired(session.expiresAt, idleSeconds * 1_000, now);
  if (!isCurrent) return undefined;
  const { id, user, createdAt, expiresAt, provedAt } = session;
  if (secondsUntil(expiresAt, now) < idleSeconds - idleResolutionSeconds) {
    const usage = { expiresAt: idleExpiry(now), updatedAt: now };
    // A read-only database cannot record the use.
    await database()
      .update(sessions)
      .set(usage)
      .where(eq(sessions.id, id))
      .catch(() => {});
  }
  return { id, user, provedAt: provedAt ?? createdAt };
}

const hashToken = (token: string) => lookupHash('session', token);
const idleExpiry = (now: Date) => new Date(now.getTime() + idleSeconds * 1_000);
const secondsUntil = (end: Date, now: Date) => (end.getTime() - now.getTime()) / 1_000;

export interface SessionSummary {
  id: string;
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
  lastUsedAt: Date;
}

/** Lists a user's sessions, last used first. */
export async function listSessions(userId: string, now = new Date()): Promise<SessionSummary[]> {
  return database()
    .select({
      id: sessions.id,
      address: sessions.ipAddress,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        areUnexpired(sessions.expiresAt, idleSeconds * 1_000, now),
        areRecent(sessions.createdAt, sessionSeconds * 1_000, now),
      ),
    )
    .orderBy(desc(sessions.updatedAt));
}

/** Ends one of the user's sessions. */
export async function endSession(userId: string, sessionId: string): Promise<void> {
  await database().transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
      .returning({ id: sessions.id });
    if (ended.length === 0) throw notFound('The session');
    await auditAccount(tx, userId, 'session.ended', { session: sessionId });
  });
}

/** Ends all of the user's sessions except `except`, and invalidates their device cookies. */
export async function endSessions(userId: string, { except }: { except?: string } = {}): Promise<void> {
  await database().transaction(async (tx) => {
    const { endedSessions } = await endSessionsInTransaction(tx, userId, { except });
    await invalidateDevices(tx, userId);
    await auditAccount(tx, userId, 'sessions.ended', { count: endedSessions.length });
  });
}

/** Ends sessions as part of a larger change, which writes the audit entry. Device cookies stay valid. */
export async function endSessionsInTransaction(
  tx: Transaction,
  userId: string,
  { except }: { except?: string | undefined } = {},
): Promise<{ endedSessions: (typeof sessions.$inferSelect)[]; epoch: number }> {
  const epoch = await invalidateLogins(tx, userId);
  const isOtherSession = except ? ne(sessions.id, except) : undefined;
  const endedSessions = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), isOtherSession))
    .returning();
  return { endedSessions, epoch };
}

/**
 * Invalidates every verified login that has no session yet, including those that wait for a code, by
 * incrementing the user's epoch. Must be the first statement of a transaction that changes credentials: it
 * locks the user's row, and waits for logins that are creating their session.
 * @returns the new epoch
 */
export async function invalidateLogins(tx: Transaction, userId: string): Promise<number> {
  const [row] = await tx
    .update(users)
    .set({ sessionEpoch: sql`${users.sessionEpoch} + 1` })
    .where(eq(users.id, userId))
    .returning({ epoch: users.sessionEpoch });
  if (!row) throw notFound('The person');
  return row.epoch;
}

/**
 * `invalidateLogins` for a change that adds a way to log in. The session may have ended since the request began, because
 * somebody else had it: then it must leave none behind. @throws AltaError `unauthorised` (`signed-out`)
 */
export async function invalidateLoginsIn(
  tx: Transaction,
  { id, user }: Pick<Session, 'id' | 'user'>,
): Promise<void> {
  await invalidateLogins(tx, user.id);
  const isSession = and(eq(sessions.id, id), eq(sessions.userId, user.id));
  const open = await tx.select({ id: sessions.id }).from(sessions).where(isSession).for('share');
  if (open.length === 0) throw signedOut();
}

/**
 * Locks the user's row until the end of the transaction. @throws AltaError `gone` (`login-gone`) if credentials
 * have changed since the login was verified, or the user was deactivated
 */
export async function lockLogin(tx: Transaction, { user, epoch }: VerifiedLogin): Promise<void> {
  const isUnchanged = and(eq(users.id, user.id), eq(users.sessionEpoch, epoch), isNull(users.deactivatedAt));
  const lockedUsers = await tx.select({ id: users.id }).from(users).where(isUnchanged).for('share');
  if (lockedUsers.length === 0) throw loginGone();
}

/**
 * The only way to create a session.
 * @param replacedSession the new session keeps its login and re-authentication times
 * @returns the cookie's value. @throws as `lockLogin`
 */
export async function beginSession(
  tx: Transaction,
  login: VerifiedLogin,
  visitor: Visitor,
  replacedSession?: { createdAt: Date; provedAt: Date | null },
): Promise<string> {
  await lockLogin(tx, login);
  const token = randomText(43);
  const now = new Date();
  await tx.insert(sessions).values({
    id: uuidv7(),
    userId: login.user.id,
    tokenHash: hashToken(token),
    expiresAt: idleExpiry(now),
    ipAddress: visitor.address,
    userAgent: visitor.userAgent?.slice(0, 300),
    createdAt: replacedSession?.createdAt ?? now,
    provedAt: replacedSession?.provedAt,
    updatedAt: now,
  });
  return token;
}

/**
 * Changes the password, ends all of the user's sessions and invalidates their device cookies. A new session with
 * the same login and re-authentication times replaces the current one.
 * @returns the new session's cookies
 * @throws AltaError `validation` (`wrong-password`, or a weakness of the new one), `unauthorised`
 * (`signed-out`) if the session has ended or the password was changed meanwhile.
 */
export async function changePassword(
  { id, user }: Session,
  input: { currentPassword: string; newPassword: string },
  visitor: Visitor,
): Promise<LoginCookies> {
  await refuseWeakPassword(input.newPassword, await loadPersonalData(user), 'newPassword');
  const login = await verifyPassword(user, input.currentPassword);
  if (!login) throw wrongPassword();
  // Hashing is slow, so it runs before the transaction.
  const passwordHash = await hashPassword(input.newPassword);
  return database().transaction(async (tx) => {
    const { endedSessions, epoch } = await endSessionsInTransaction(tx, user.id);
    const current = endedSessions.find((session) => session.id === id);
    // `endSessionsInTransaction` adds 1. Any other difference means a concurrent change of credentials.
    if (!current || epoch !== login.epoch + 1) throw signedOut();
    await storePasswordHash(tx, user.id, passwordHash);
    await auditAccount(tx, user.id, 'password.changed');
    const cookie = await beginSession(tx, { user, epoch }, visitor, current);
    return { cookie, device: createDeviceCookie(user.email) };
  });
}

/** Sets a user's password on behalf of the operator, and ends all sessions. Users call `changePassword`. */
export async function setPassword(userId: string, newPassword: string): Promise<void> {
  const passwordHash = await hashPassword(newPassword);
  await database().transaction(async (tx) => {
    await endSessionsInTransaction(tx, userId);
    await storePasswordHash(tx, userId, passwordHash);
    await auditAccount(tx, userId, 'password.reset', {}, { by: 'operator' });
  });
}

/**
 * Stores a password hash and deletes open reset links. Call it after `endSessionsInTransaction`. The update of
 * the account row invalidates the device cookies issued before.
 */
export async function storePasswordHash(tx: Transaction, userId: string, hash: string): Promise<void> {
  await tx
    .update(accounts)
    .set({ password: hash })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  await tx.delete(verifications).where(eq(verifications.value, userId));
}

export function wrongPassword(): AltaError {
  const message = 'is not your current password';
  return new AltaError('validation', `This ${message}.`, {
    code: 'wrong-password',
    fields: { currentPassword: message },
    faults: [{ code: 'wrong-password', message, paths: ['$.currentPassword'] }],
  });
}

export const signedOut = (): AltaError =>
  new AltaError('unauthorised', 'The session has ended.', { code: 'signed-out' });

export const loginGone = (): AltaError =>
  new AltaError('gone', 'This login was already completed or has expired.', { code: 'login-gone' });
