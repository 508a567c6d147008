import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { areAlive, areYounger, isAlive, isYounger } from '#lib/age.ts';
import { auditAccount } from '#lib/audit.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { accounts, sessions, users, verifications } from '#lib/database/tables/accounts.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import type { CameFrom } from '#lib/mail/account-letters.ts';
import { randomText } from '#lib/random-text.ts';
import { lookupHash } from '#lib/vault.ts';
import { forgetDevices, newDevice } from './devices.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { type JudgedLogin, judgePassword, personOf, type User } from './users.ts';

export const sessionCookieName = '__Host-alta_session';
/** The cookie's value: 43 alphanumerics, 256 bits of entropy. */
const tokenShape = /^[0-9A-Za-z]{43}$/;
/** A session ends this long after its last use … */
const idleSeconds = 12 * 3_600;
/** … which is recorded no more often than this … */
const idleResolutionSeconds = 600;
/** … and at the latest this long after the login. */
export const sessionSeconds = 7 * 86_400;

/** The browser behind a login or session, shown to users so that they can tell their sessions apart. */
export interface Visitor extends CameFrom {
  /** Device cookie of an earlier login (devices.ts). */
  deviceCookie?: string | undefined;
}

export interface Session {
  id: string;
  user: User;
  /** When the user last authenticated: at the login, or again since (recent-login.ts). */
  provedAt: Date;
}

/** Values of the cookies set by a login: the session's, and the device's (devices.ts). */
export interface LoginCookies {
  cookie: string;
  device: string;
}

/** The cookie's session, marked as just used; undefined if there is none or it has ended. */
export async function findSession(cookie: string, now = new Date()): Promise<Session | undefined> {
  if (!tokenShape.test(cookie)) return undefined;
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
    .where(eq(sessions.tokenHash, hashOf(cookie)));
  const isCurrent =
    session &&
    isYounger(session.createdAt, sessionSeconds * 1_000, now) &&
    isAlive(session.expiresAt, idleSeconds * 1_000, now);
  if (!isCurrent) return undefined;
  const { id, user, createdAt, expiresAt, provedAt } = session;
  if (secondsUntil(expiresAt, now) < idleSeconds - idleResolutionSeconds) {
    const used = { expiresAt: idleEnd(now), updatedAt: now };
    // A read-only database cannot record the use.
    await database()
      .update(sessions)
      .set(used)
      .where(eq(sessions.id, id))
      .catch(() => {});
  }
  return { id, user, provedAt: provedAt ?? createdAt };
}

const hashOf = (token: string) => lookupHash('session', token);
const idleEnd = (now: Date) => new Date(now.getTime() + idleSeconds * 1_000);
const secondsUntil = (end: Date, now: Date) => (end.getTime() - now.getTime()) / 1_000;

export interface SessionSummary {
  id: string;
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
  lastUsedAt: Date;
}

/** A user's sessions, last used first. */
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
        areAlive(sessions.expiresAt, idleSeconds * 1_000, now),
        areYounger(sessions.createdAt, sessionSeconds * 1_000, now),
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

/** Ends all of the user's sessions except `except`, and forgets their devices. */
export async function endSessions(userId: string, { except }: { except?: string } = {}): Promise<void> {
  await database().transaction(async (tx) => {
    const { ended } = await endSessionsIn(tx, userId, { except });
    await forgetDevices(tx, userId);
    await auditAccount(tx, userId, 'sessions.ended', { count: ended.length });
  });
}

/** Ends the sessions as part of a larger change, which writes its own audit entry. Devices are not forgotten. */
export async function endSessionsIn(
  tx: Transaction,
  userId: string,
  { except }: { except?: string | undefined } = {},
): Promise<{ ended: (typeof sessions.$inferSelect)[]; epoch: number }> {
  const epoch = await endLogins(tx, userId);
  const others = except ? ne(sessions.id, except) : undefined;
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), others))
    .returning();
  return { ended, epoch };
}

/**
 * Increments the user's epoch, which invalidates every login verified under the old one that has no session
 * yet, also one that waits for a code. Has to be the first statement of a transaction that changes
 * credentials: the update waits for a login that is beginning its session, and locks the user's row.
 * @returns the new epoch
 */
export async function endLogins(tx: Transaction, userId: string): Promise<number> {
  const [row] = await tx
    .update(users)
    .set({ sessionEpoch: sql`${users.sessionEpoch} + 1` })
    .where(eq(users.id, userId))
    .returning({ epoch: users.sessionEpoch });
  if (!row) throw notFound('The person');
  return row.epoch;
}

/**
 * Locks the user's row until the session is begun. @throws AltaError `gone` (`login-gone`) if credentials
 * have changed since the login was checked, or the user was deactivated
 */
export async function holdLogin(tx: Transaction, { user, epoch }: JudgedLogin): Promise<void> {
  const isSame = and(eq(users.id, user.id), eq(users.sessionEpoch, epoch), isNull(users.deactivatedAt));
  const held = await tx.select({ id: users.id }).from(users).where(isSame).for('share');
  if (held.length === 0) throw loginGone();
}

/**
 * The only way to create a session.
 * @param inherited the session that it replaces, whose times it takes over
 * @returns the cookie's value. @throws as `holdLogin`
 */
export async function beginSession(
  tx: Transaction,
  login: JudgedLogin,
  visitor: Visitor,
  inherited?: { createdAt: Date; provedAt: Date | null },
): Promise<string> {
  await holdLogin(tx, login);
  const token = randomText(43);
  const now = new Date();
  await tx.insert(sessions).values({
    id: uuidv7(),
    userId: login.user.id,
    tokenHash: hashOf(token),
    expiresAt: idleEnd(now),
    ipAddress: visitor.address,
    userAgent: visitor.userAgent?.slice(0, 300),
    createdAt: inherited?.createdAt ?? now,
    provedAt: inherited?.provedAt,
    updatedAt: now,
  });
  return token;
}

/**
 * Changes the password and ends all of the user's sessions. The current one is replaced by a new one, which
 * keeps its login and re-authentication times. Forgets the devices.
 * @returns the new session's cookies
 * @throws AltaError `validation` (`wrong-password`, or a weakness of the new one), `unauthorised`
 * (`signed-out`) if the session has ended or the password was changed meanwhile.
 */
export async function changePassword(
  { id, user }: Session,
  input: { currentPassword: string; newPassword: string },
  visitor: Visitor,
): Promise<LoginCookies> {
  await refuseWeakPassword(input.newPassword, await personOf(user), 'newPassword');
  const judged = await judgePassword(user, input.currentPassword);
  if (!judged) throw wrongPassword();
  // Slow, therefore before the transaction.
  const password = await hashPassword(input.newPassword);
  return database().transaction(async (tx) => {
    const { ended, epoch } = await endSessionsIn(tx, user.id);
    const current = ended.find((session) => session.id === id);
    // `endSessionsIn` has added 1: any other difference is a change by somebody else.
    if (!current || epoch !== judged.epoch + 1) throw signedOut();
    await storePassword(tx, user.id, password);
    await auditAccount(tx, user.id, 'password.changed');
    const cookie = await beginSession(tx, { user, epoch }, visitor, current);
    return { cookie, device: newDevice(user.email) };
  });
}

/** Sets a user's password on behalf of the operator, and ends all sessions. Users call `changePassword`. */
export async function setPassword(userId: string, typed: string): Promise<void> {
  const password = await hashPassword(typed);
  await database().transaction(async (tx) => {
    await endSessionsIn(tx, userId);
    await storePassword(tx, userId, password);
    await auditAccount(tx, userId, 'password.reset', {}, { by: 'operator' });
  });
}

/**
 * Stores a password hash, after `endSessionsIn`. Device cookies issued before this update of the account's row
 * become invalid, and open reset links are deleted.
 */
export async function storePassword(tx: Transaction, userId: string, hash: string): Promise<void> {
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
  new AltaError('gone', 'This login was completed, or took too long.', { code: 'login-gone' });
