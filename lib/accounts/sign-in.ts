import { and, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { areUnexpired, isRecent } from '#lib/age.ts';
import { auditAccount } from '#lib/audit.ts';
import { type Database, database, type Transaction } from '#lib/database/client.ts';
import { users, verifications } from '#lib/database/tables/accounts.ts';
import { AltaError } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { randomText } from '#lib/random-text.ts';
import { lookupHash } from '#lib/vault.ts';
import { queueAccountMail } from './account-mails.ts';
import { createDeviceCookie, findDevice } from './devices.ts';
import { type PasskeyAssertion, verifyPasskey, wrongPasskey } from './passkeys.ts';
import { findSecondFactor, redeemLoginCode, wrongLoginCode } from './second-factor.ts';
import { beginSession, type LoginCookies, lockLogin, loginGone, type Visitor } from './sessions.ts';
import { type User, type VerifiedLogin, verifyPassword } from './users.ts';

/** Cookie of a login that has passed the password and waits for the code. Grants no access. */
export const pendingLoginCookieName = '__Host-alta_login';
export const pendingLoginSeconds = 600;
/** The cookie's value: 43 alphanumerics, 256 bits of entropy. */
const tokenPattern = /^[0-9A-Za-z]{43}$/;

/**
 * Result of a password or another first factor: a session or, for users with a second factor, the cookie of a
 * pending login.
 */
export type FirstFactorResult =
  | { kind: 'in'; cookies: LoginCookies }
  | { kind: 'code-needed'; pending: string };

/**
 * Checks a password, then begins a session or a pending login. An unknown e-mail address gets the same
 * response, after the same work, as a wrong password.
 * @throws AltaError `unauthorised` (`wrong-credentials`), `gone` (`login-gone`) if the credentials changed
 * meanwhile
 */
export async function beginLogin(
  { email, password }: { email: string; password: string },
  visitor: Visitor,
  now = new Date(),
): Promise<FirstFactorResult> {
  const login = await verifyPassword({ email }, password);
  if (!login) {
    log().warn({ address: visitor.address }, 'login failed');
    // Not awaited: unknown e-mail addresses have nothing to record, and the timing would reveal them.
    void recordFailedLogin(email, visitor);
    throw wrongCredentials();
  }
  return completeFirstFactor(login, visitor, now);
}

/**
 * Continues after the first factor: with a session, or a pending login if there is a second factor.
 * @throws AltaError `gone` (`login-gone`) if the credentials changed meanwhile
 */
export async function completeFirstFactor(
  login: VerifiedLogin,
  visitor: Visitor,
  now = new Date(),
): Promise<FirstFactorResult> {
  const { user } = login;
  const cookie = await database().transaction(async (tx) => {
    await lockLogin(tx, login);
    return (await findSecondFactor(user.id, tx)) ? undefined : beginSession(tx, login, visitor);
  });
  if (!cookie) return { kind: 'code-needed', pending: await createPendingLogin(login, now) };
  return { kind: 'in', cookies: await finishLogin(user, cookie, visitor, now) };
}

/**
 * Logs in a user without a second factor, such as one whose account was just created. @throws as `beginLogin`
 */
export async function logInWithPassword(
  input: { email: string; password: string },
  visitor: Visitor,
): Promise<LoginCookies> {
  const result = await beginLogin(input, visitor);
  if (result.kind === 'code-needed') throw wrongCredentials();
  return result.cookies;
}

/** Returns the user of a pending login; undefined if it was used, expired or invalidated (`invalidateLogins`). */
export async function findPendingLogin(pending: string, now = new Date()): Promise<User | undefined> {
  return (await readPendingLogin(database(), pending, now))?.user;
}

async function readPendingLogin(
  db: Database | Transaction,
  pending: string,
  now: Date,
): Promise<VerifiedLogin | undefined> {
  if (!tokenPattern.test(pending)) return undefined;
  const [row] = await db
    .select({ value: verifications.value })
    .from(verifications)
    .where(isPendingLogin(pending, now));
  // Earlier releases stored only the user's id: such a login has to be repeated.
  const [, epochText, userId] = /^(\d+) (.+)$/.exec(row?.value ?? '') ?? [];
  if (!epochText || !userId) return undefined;
  const epoch = Number(epochText);
  const [user] = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.sessionEpoch, epoch), isNull(users.deactivatedAt)));
  return user && { user, epoch };
}

/** Completes a pending login by a code. @throws AltaError `validation` (`wrong-login-code`), `gone` (`login-gone`) */
export async function completeLogin(
  { pending, code }: { pending: string; code: string },
  visitor: Visitor,
  now = new Date(),
): Promise<LoginCookies> {
  const outcome = await database().transaction(async (tx) => {
    const login = await readPendingLogin(tx, pending, now);
    if (!login) throw loginGone();
    const { user } = login;
    // Locks the login first, so that an invalidated login does not use up the code.
    await lockLogin(tx, login);
    // Returns instead of throwing, because the failed attempt has to be committed.
    if (!(await redeemLoginCode(tx, user.id, code, visitor, now))) return { user };
    const deleted = await tx.delete(verifications).where(isPendingLogin(pending, now)).returning();
    if (deleted.length === 0) throw loginGone();
    return { user, cookie: await beginSession(tx, login, visitor) };
  });
  if (!outcome.cookie) {
    log().warn({ user: outcome.user.id, address: visitor.address }, 'login with a wrong code');
    throw wrongLoginCode();
  }
  return finishLogin(outcome.user, outcome.cookie, visitor, now);
}

/**
 * Logs in with a passkey alone: possessing it and unlocking it are two factors.
 * @throws AltaError `unauthorised` (`wrong-passkey`)
 */
export async function logInWithPasskey(
  assertion: PasskeyAssertion,
  visitor: Visitor,
  now = new Date(),
): Promise<LoginCookies> {
  const outcome = await database().transaction(async (tx) => {
    const login = await verifyPasskey(tx, assertion, now);
    return login && { user: login.user, cookie: await beginSession(tx, login, visitor) };
  });
  if (!outcome) {
    log().warn({ address: visitor.address }, 'login with a passkey failed');
    throw wrongPasskey();
  }
  return finishLogin(outcome.user, outcome.cookie, visitor, now);
}

async function finishLogin(user: User, cookie: string, visitor: Visitor, now: Date): Promise<LoginCookies> {
  await recordLogin(user, visitor, now);
  log().info({ user: user.id, address: visitor.address }, 'a login');
  return { cookie, device: createDeviceCookie(user.email) };
}

async function createPendingLogin({ user, epoch }: VerifiedLogin, now: Date): Promise<string> {
  const pending = randomText(43);
  await database()
    .insert(verifications)
    .values({
      id: uuidv7(),
      identifier: deriveIdentifier(pending),
      value: `${epoch} ${user.id}`,
      expiresAt: new Date(now.getTime() + pendingLoginSeconds * 1_000),
    });
  return pending;
}

const isPendingLogin = (pending: string, now: Date) =>
  and(
    eq(verifications.identifier, deriveIdentifier(pending)),
    areUnexpired(verifications.expiresAt, pendingLoginSeconds * 1_000, now),
  );

const deriveIdentifier = (pending: string) => `login:${lookupHash('pending login', pending)}`;

const wrongCredentials = () =>
  new AltaError('unauthorised', 'The e-mail address or the password is incorrect.', {
    code: 'wrong-credentials',
  });

/** A login this soon after the account's creation comes from the same browser, so no mail is sent. */
const firstLoginWindowMs = 10 * 60_000;

/** Audits a login. Mails the user if the browser is unknown to the account. */
async function recordLogin(
  user: { id: string; email: string },
  visitor: Visitor,
  now = new Date(),
): Promise<void> {
  const { address, userAgent, deviceCookie } = visitor;
  const device = deviceCookie && (await findDevice(deviceCookie, user.email, now));
  await database().transaction(async (tx) => {
    await auditAccount(tx, user.id, 'login.succeeded', {}, { address });
    const [row] = await tx.select({ createdAt: users.createdAt }).from(users).where(eq(users.id, user.id));
    const isFirst = row && isRecent(row.createdAt, firstLoginWindowMs, now);
    if (!device && !isFirst)
      await queueAccountMail(tx, user.id, 'new-login', { from: { address, userAgent }, now });
  });
}

/**
 * Audits a failed login of an existing account. Failed logins of unknown e-mail addresses are only in the
 * process log. Never throws, because `beginLogin` does not await it.
 */
export async function recordFailedLogin(email: string, { address }: Visitor): Promise<void> {
  try {
    await database().transaction(async (tx) => {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
      if (user) await auditAccount(tx, user.id, 'login.failed', {}, { by: 'engine', address });
    });
  } catch (error) {
    log().error({ err: error }, 'a failed login could not be recorded');
  }
}
