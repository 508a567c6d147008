import { isAPIError } from 'better-auth/api';
import { and, desc, eq, gt, ne } from 'drizzle-orm';
import { auditAccount } from '#lib/audit.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { sessions } from '#lib/database/tables/accounts.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { authentication, authenticationIn, sessionCookieName, sessionSeconds } from './authentication.ts';
import { forgetDevices, newDevice } from './devices.ts';
import type { Visitor } from './logins.ts';
import { refuseWeakPassword } from './passwords.ts';
import { personOf, type User } from './users.ts';

export { sessionCookieName, sessionSeconds, type Visitor };

export interface Session {
  id: string;
  user: User;
  /** When the person last showed who they are: the login, or later (recent-login.ts). */
  provedAt: Date;
}

/** The values of the cookies that a login leaves: the session's, and the device's (devices.ts). */
export interface LoginCookies {
  cookie: string;
  device: string;
}

/** The session that the cookie is of, used just now; undefined when there is none or it has ended. */
export async function findSession(cookie: string, now = new Date()): Promise<Session | undefined> {
  const find = (query: { disableRefresh?: true }) =>
    authentication().api.getSession({ headers: headersOf({ cookie }), query });
  // A database that only reads can not note that it was used.
  const found = await find({}).catch(() => find({ disableRefresh: true }));
  if (!found) return undefined;
  const { session, user } = found;
  if (user.deactivatedAt) return undefined;
  if (now.getTime() - session.createdAt.getTime() > sessionSeconds * 1_000) {
    await database().delete(sessions).where(eq(sessions.id, session.id));
    return undefined;
  }
  return {
    id: session.id,
    user: { id: user.id, name: user.name, email: user.email },
    provedAt: session.provedAt ?? session.createdAt,
  };
}

export interface SessionSummary {
  id: string;
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
  lastUsedAt: Date;
}

/** A person's own, those last used first. */
export async function listSessions(userId: string, now = new Date()): Promise<SessionSummary[]> {
  const oldest = new Date(now.getTime() - sessionSeconds * 1_000);
  return database()
    .select({
      id: sessions.id,
      address: sessions.ipAddress,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now), gt(sessions.createdAt, oldest)))
    .orderBy(desc(sessions.updatedAt));
}

/** Ends one of the person's own sessions. */
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

/** Ends all sessions of the person, on every device, and forgets the devices; with `except`, all other sessions. */
export async function endSessions(userId: string, { except }: { except?: string } = {}): Promise<void> {
  await database().transaction(async (tx) => {
    const count = await endSessionsIn(tx, userId, { except });
    await forgetDevices(tx, userId);
    await auditAccount(tx, userId, 'sessions.ended', { count });
  });
}

/** The same inside a deed that is told by itself, and devices stay known. @returns how many ended */
export async function endSessionsIn(
  tx: Transaction,
  userId: string,
  { except }: { except?: string | undefined } = {},
): Promise<number> {
  const others = except ? ne(sessions.id, except) : undefined;
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), others))
    .returning({ id: sessions.id });
  return ended.length;
}

/**
 * Ends every session of the person and begins a new one, whose cookies are the answer. No other device is known then.
 * @throws AltaError `validation` (`wrong-password`, or a weakness of the new one).
 */
export async function changePassword(
  { user }: Session,
  input: { currentPassword: string; newPassword: string },
  visitor: Visitor & { cookie: string },
): Promise<LoginCookies> {
  await refuseWeakPassword(input.newPassword, await personOf(user), 'newPassword');
  return database().transaction(async (tx) => {
    const changed = await authenticationIn(tx)
      .api.changePassword({
        body: { ...input, revokeOtherSessions: true },
        headers: headersOf(visitor),
        returnHeaders: true,
      })
      .catch((error: unknown) => {
        if (!isAPIError(error) || error.body?.code !== 'INVALID_PASSWORD') throw error;
        throw wrongPassword();
      });
    await auditAccount(tx, user.id, 'password.changed');
    return { cookie: cookieOf(changed.headers), device: newDevice(user.email) };
  });
}

export function wrongPassword(): AltaError {
  const message = 'is not your current password';
  return new AltaError('validation', `This ${message}.`, {
    code: 'wrong-password',
    fields: { currentPassword: message },
    faults: [{ code: 'wrong-password', message, paths: ['$.currentPassword'] }],
  });
}

/** What better-auth reads of a request. The address is the one that we believe, whatever header it came in. */
export function headersOf({ cookie, address, userAgent }: Partial<Visitor> & { cookie?: string }): Headers {
  return new Headers({
    ...(cookie ? { cookie: `${sessionCookieName}=${encodeURIComponent(cookie)}` } : {}),
    ...(address ? { 'x-forwarded-for': address } : {}),
    ...(userAgent ? { 'user-agent': userAgent.slice(0, 300) } : {}),
  });
}

export function cookieOf(headers: Headers): string {
  const start = `${sessionCookieName}=`;
  const cookie = headers.getSetCookie().find((each) => each.startsWith(start));
  const value = cookie?.slice(start.length).split(';', 1)[0];
  if (!value) throw new Error('The login library set no session cookie.');
  return decodeURIComponent(value);
}
