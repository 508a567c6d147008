import { isAPIError } from 'better-auth/api';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { database, type Transaction } from '#lib/database/client.ts';
import { sessions, users, verifications } from '#lib/database/tables/accounts.ts';
import { AltaError } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { randomText } from '#lib/random-text.ts';
import { lookupHash } from '#lib/vault.ts';
import { authentication, authenticationIn } from './authentication.ts';
import { newDevice } from './devices.ts';
import { noteFailedLogin, noteLogin, type Visitor } from './logins.ts';
import { type PasskeyUse, spendPasskey, wrongPasskey } from './passkeys.ts';
import { findSecondFactor, spendLoginCode, wrongLoginCode } from './second-factor.ts';
import { cookieOf, headersOf, type LoginCookies } from './sessions.ts';
import type { User } from './users.ts';

/** Between the password and the code. Its cookie lets nobody in. */
export const pendingCookieName = '__Host-alta_login';
export const pendingSeconds = 600;
/** 256 bits. */
const pendingShape = /^[0-9A-Za-z]{43}$/;

/**
 * What came of a password, or of another way to show who one is: a session, or, of who has a second factor, the value of
 * the cookie of a pending login.
 */
export type FirstStep = { kind: 'in'; cookies: LoginCookies } | { kind: 'code-needed'; pending: string };

/**
 * Begins a session, or asks for the second factor first.
 * The same answer and the same work for an address that nobody has and for a wrong password.
 * @throws AltaError `unauthorised` (`wrong-credentials`).
 */
export async function beginLogin(
  { email, password }: { email: string; password: string },
  visitor: Visitor,
  now = new Date(),
): Promise<FirstStep> {
  const signedIn = await authentication()
    .api.signInEmail({ body: { email, password }, headers: headersOf(visitor) })
    .catch((error: unknown) => {
      if (!isAPIError(error) || error.statusCode >= 500) throw error;
      return undefined;
    });
  const { token, user } = signedIn ?? {};
  // Nobody has heard of its session: how a login goes on is the same whatever it began with.
  if (token) await database().delete(sessions).where(eq(sessions.token, token));
  // Whoever knows the password of who is deactivated is told no more than others.
  if (!user || user.deactivatedAt) {
    log().warn({ address: visitor.address }, 'a login that failed');
    // Not waited for: of an address that nobody has there is nothing to note.
    void noteFailedLogin(email, visitor);
    throw wrongCredentials();
  }
  return enter(user, visitor, now);
}

/** How a login goes on once its person has shown who they are: with a session, or with the second factor before. */
export async function enter(user: User, visitor: Visitor, now = new Date()): Promise<FirstStep> {
  const cookie = await database().transaction(async (tx) => {
    // Who adds a second factor at this moment waits for this, and ends its session.
    await tx.select().from(users).where(eq(users.id, user.id)).for('share');
    return (await findSecondFactor(user.id, tx)) ? undefined : beginSession(tx, user, visitor);
  });
  if (!cookie) return { kind: 'code-needed', pending: await newPending(user.id, now) };
  return { kind: 'in', cookies: await welcome(user, cookie, visitor, now) };
}

/** The login of an account that was made a moment ago: it has a password alone. @throws as `beginLogin` */
export async function signIn(
  input: { email: string; password: string },
  visitor: Visitor,
): Promise<LoginCookies> {
  const first = await beginLogin(input, visitor);
  if (first.kind === 'code-needed') throw wrongCredentials();
  return first.cookies;
}

/** Whose login waits for a code; undefined when it was used, is too old, or its password was replaced meanwhile. */
export async function findPendingLogin(pending: string, now = new Date()): Promise<User | undefined> {
  if (!pendingShape.test(pending)) return undefined;
  const [row] = await database()
    .select({ id: users.id, name: users.name, email: users.email })
    .from(verifications)
    .innerJoin(users, and(eq(users.id, verifications.value), isNull(users.deactivatedAt)))
    .where(isPending(pending, now));
  return row;
}

/**
 * Begins the session, once for each password that was given.
 * @throws AltaError `validation` (`wrong-login-code`), `gone` (`login-gone`).
 */
export async function completeLogin(
  { pending, code }: { pending: string; code: string },
  visitor: Visitor,
  now = new Date(),
): Promise<LoginCookies> {
  const user = await findPendingLogin(pending, now);
  if (!user) throw loginGone();
  const cookie = await database().transaction(async (tx) => {
    if (!(await spendLoginCode(tx, user.id, code, visitor, now))) return undefined;
    const used = await tx.delete(verifications).where(isPending(pending, now)).returning();
    if (used.length === 0) throw loginGone();
    return beginSession(tx, user, visitor);
  });
  if (!cookie) {
    log().warn({ user: user.id, address: visitor.address }, 'a login with a wrong code');
    throw wrongLoginCode();
  }
  return welcome(user, cookie, visitor, now);
}

/**
 * A login without a password: who has the passkey has unlocked it, which are two factors.
 * @throws AltaError `unauthorised` (`wrong-passkey`)
 */
export async function loginByPasskey(
  use: PasskeyUse,
  visitor: Visitor,
  now = new Date(),
): Promise<LoginCookies> {
  const begun = await database().transaction(async (tx) => {
    const user = await spendPasskey(tx, use, now);
    return user && { user, cookie: await beginSession(tx, user, visitor) };
  });
  if (!begun) {
    log().warn({ address: visitor.address }, 'a login with a passkey that failed');
    throw wrongPasskey();
  }
  return welcome(begun.user, begun.cookie, visitor, now);
}

/** @returns the value of its cookie */
async function beginSession(tx: Transaction, { id }: User, visitor: Visitor): Promise<string> {
  const begun = await authenticationIn(tx).api.beginSession({
    body: { userId: id },
    headers: headersOf(visitor),
    returnHeaders: true,
  });
  return cookieOf(begun.headers);
}

async function welcome(user: User, cookie: string, visitor: Visitor, now: Date): Promise<LoginCookies> {
  await noteLogin(user, visitor, now);
  log().info({ user: user.id, address: visitor.address }, 'a login');
  return { cookie, device: newDevice(user.email) };
}

async function newPending(userId: string, now: Date): Promise<string> {
  const pending = randomText(43);
  await database()
    .insert(verifications)
    .values({
      id: uuidv7(),
      identifier: identifierOf(pending),
      value: userId,
      expiresAt: new Date(now.getTime() + pendingSeconds * 1_000),
    });
  return pending;
}

const isPending = (pending: string, now: Date) =>
  and(eq(verifications.identifier, identifierOf(pending)), gt(verifications.expiresAt, now));

const identifierOf = (pending: string) => `login:${lookupHash('pending login', pending)}`;

const wrongCredentials = () =>
  new AltaError('unauthorised', 'The e-mail address or the password is not right.', {
    code: 'wrong-credentials',
  });

const loginGone = () =>
  new AltaError('gone', 'This login was completed, or took too long.', { code: 'login-gone' });
