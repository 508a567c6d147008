import { and, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { areAlive, isYounger } from '#lib/age.ts';
import { auditAccount } from '#lib/audit.ts';
import { type Database, database, type Transaction } from '#lib/database/client.ts';
import { users, verifications } from '#lib/database/tables/accounts.ts';
import { AltaError } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { randomText } from '#lib/random-text.ts';
import { lookupHash } from '#lib/vault.ts';
import { findDevice, newDevice } from './devices.ts';
import { type PasskeyUse, spendPasskey, wrongPasskey } from './passkeys.ts';
import { mailAccount } from './password-reset.ts';
import { findSecondFactor, spendLoginCode, wrongLoginCode } from './second-factor.ts';
import { beginSession, holdLogin, type LoginCookies, loginGone, type Visitor } from './sessions.ts';
import { type JudgedLogin, judgePassword, type User } from './users.ts';

/** Cookie between the password and the code. Grants no access. */
export const pendingCookieName = '__Host-alta_login';
export const pendingSeconds = 600;
/** The cookie's value: 43 alphanumerics, 256 bits of entropy. */
const pendingShape = /^[0-9A-Za-z]{43}$/;

/**
 * Result of a password or another first factor: a session or, for users with a second factor, the cookie of a
 * pending login.
 */
export type FirstStep = { kind: 'in'; cookies: LoginCookies } | { kind: 'code-needed'; pending: string };

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
): Promise<FirstStep> {
  const login = await judgePassword({ email }, password);
  if (!login) {
    log().warn({ address: visitor.address }, 'a login that failed');
    // Not awaited: for an unknown e-mail address there is nothing to record, and the timing would show it.
    void noteFailedLogin(email, visitor);
    throw wrongCredentials();
  }
  return enter(login, visitor, now);
}

/**
 * Continues after the first factor: with a session, or a pending login if there is a second factor.
 * @throws AltaError `gone` (`login-gone`) if the credentials changed meanwhile
 */
export async function enter(login: JudgedLogin, visitor: Visitor, now = new Date()): Promise<FirstStep> {
  const { user } = login;
  const cookie = await database().transaction(async (tx) => {
    await holdLogin(tx, login);
    return (await findSecondFactor(user.id, tx)) ? undefined : beginSession(tx, login, visitor);
  });
  if (!cookie) return { kind: 'code-needed', pending: await newPending(login, now) };
  return { kind: 'in', cookies: await welcome(user, cookie, visitor, now) };
}

/** Logs in to an account created just now, which has only a password. @throws as `beginLogin` */
export async function signIn(
  input: { email: string; password: string },
  visitor: Visitor,
): Promise<LoginCookies> {
  const first = await beginLogin(input, visitor);
  if (first.kind === 'code-needed') throw wrongCredentials();
  return first.cookies;
}

/** The user of a pending login; undefined if it was used, has expired, or was ended (`endLogins`). */
export async function findPendingLogin(pending: string, now = new Date()): Promise<User | undefined> {
  return (await findPending(database(), pending, now))?.user;
}

async function findPending(
  db: Database | Transaction,
  pending: string,
  now: Date,
): Promise<JudgedLogin | undefined> {
  if (!pendingShape.test(pending)) return undefined;
  const [row] = await db
    .select({ value: verifications.value })
    .from(verifications)
    .where(isPending(pending, now));
  // An earlier build stored only the user's id: such a login has to be repeated.
  const [, number, userId] = /^(\d+) (.+)$/.exec(row?.value ?? '') ?? [];
  if (!number || !userId) return undefined;
  const epoch = Number(number);
  const [user] = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.sessionEpoch, epoch), isNull(users.deactivatedAt)));
  return user && { user, epoch };
}

/** Completes a login, once. @throws AltaError `validation` (`wrong-login-code`), `gone` (`login-gone`). */
export async function completeLogin(
  { pending, code }: { pending: string; code: string },
  visitor: Visitor,
  now = new Date(),
): Promise<LoginCookies> {
  const outcome = await database().transaction(async (tx) => {
    const login = await findPending(tx, pending, now);
    if (!login) throw loginGone();
    const { user } = login;
    // Locked before the code is spent, so that a login ended meanwhile does not use up the code.
    await holdLogin(tx, login);
    // Returned, not thrown: the failed try has to be committed.
    if (!(await spendLoginCode(tx, user.id, code, visitor, now))) return { user };
    const used = await tx.delete(verifications).where(isPending(pending, now)).returning();
    if (used.length === 0) throw loginGone();
    return { user, cookie: await beginSession(tx, login, visitor) };
  });
  if (!outcome.cookie) {
    log().warn({ user: outcome.user.id, address: visitor.address }, 'a login with a wrong code');
    throw wrongLoginCode();
  }
  return welcome(outcome.user, outcome.cookie, visitor, now);
}

/**
 * Logs in with a passkey alone: having it and having unlocked it are two factors.
 * @throws AltaError `unauthorised` (`wrong-passkey`)
 */
export async function loginByPasskey(
  use: PasskeyUse,
  visitor: Visitor,
  now = new Date(),
): Promise<LoginCookies> {
  const begun = await database().transaction(async (tx) => {
    const login = await spendPasskey(tx, use, now);
    return login && { user: login.user, cookie: await beginSession(tx, login, visitor) };
  });
  if (!begun) {
    log().warn({ address: visitor.address }, 'a login with a passkey that failed');
    throw wrongPasskey();
  }
  return welcome(begun.user, begun.cookie, visitor, now);
}

async function welcome(user: User, cookie: string, visitor: Visitor, now: Date): Promise<LoginCookies> {
  await noteLogin(user, visitor, now);
  log().info({ user: user.id, address: visitor.address }, 'a login');
  return { cookie, device: newDevice(user.email) };
}

async function newPending({ user, epoch }: JudgedLogin, now: Date): Promise<string> {
  const pending = randomText(43);
  await database()
    .insert(verifications)
    .values({
      id: uuidv7(),
      identifier: identifierOf(pending),
      value: `${epoch} ${user.id}`,
      expiresAt: new Date(now.getTime() + pendingSeconds * 1_000),
    });
  return pending;
}

const isPending = (pending: string, now: Date) =>
  and(
    eq(verifications.identifier, identifierOf(pending)),
    areAlive(verifications.expiresAt, pendingSeconds * 1_000, now),
  );

const identifierOf = (pending: string) => `login:${lookupHash('pending login', pending)}`;

const wrongCredentials = () =>
  new AltaError('unauthorised', 'The e-mail address or the password is not right.', {
    code: 'wrong-credentials',
  });

/** A login this soon after the account's creation is its first, from the same browser: no mail is sent. */
const firstLoginMs = 10 * 60_000;

/** Audits a login. Mails the user if the browser is unknown to the account. */
async function noteLogin(
  user: { id: string; email: string },
  visitor: Visitor,
  now = new Date(),
): Promise<void> {
  const { address, userAgent, deviceCookie } = visitor;
  const device = deviceCookie && (await findDevice(deviceCookie, user.email, now));
  await database().transaction(async (tx) => {
    await auditAccount(tx, user.id, 'login.succeeded', {}, { address });
    const [row] = await tx.select({ createdAt: users.createdAt }).from(users).where(eq(users.id, user.id));
    const isFirst = row && isYounger(row.createdAt, firstLoginMs, now);
    if (!device && !isFirst)
      await mailAccount(tx, user.id, 'new-login', { from: { address, userAgent }, now });
  });
}

/**
 * Audits a failed login of an existing account; for unknown e-mail addresses only the process log has it. Never
 * throws: the response does not wait for it.
 */
export async function noteFailedLogin(email: string, { address }: Visitor): Promise<void> {
  try {
    await database().transaction(async (tx) => {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
      if (user) await auditAccount(tx, user.id, 'login.failed', {}, { by: 'engine', address });
    });
  } catch (error) {
    log().error({ err: error }, 'a failed login was not noted');
  }
}
