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
 * @throws AltaError `unauthorised` (`wrong-credentials`), `gone` (`login-gone`) as `beginSession`.
 */
export async function beginLogin(
  { email, password }: { email: string; password: string },
  visitor: Visitor,
  now = new Date(),
): Promise<FirstStep> {
  const login = await judgePassword({ email }, password);
  if (!login) {
    log().warn({ address: visitor.address }, 'a login that failed');
    // Not waited for: of an address that nobody has there is nothing to note.
    void noteFailedLogin(email, visitor);
    throw wrongCredentials();
  }
  return enter(login, visitor, now);
}

/**
 * How a login goes on once its person has shown who they are: with a session, or with the second factor before.
 * @throws AltaError `gone` (`login-gone`) as `beginSession`
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

/** The login of an account that was made a moment ago: it has a password alone. @throws as `beginLogin` */
export async function signIn(
  input: { email: string; password: string },
  visitor: Visitor,
): Promise<LoginCookies> {
  const first = await beginLogin(input, visitor);
  if (first.kind === 'code-needed') throw wrongCredentials();
  return first.cookies;
}

/** The person whose login waits for a code; undefined when it was used, is too old, or ended meanwhile (`endLogins`). */
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
  // An earlier build kept the id alone: such a login is begun anew.
  const [, number, userId] = /^(\d+) (.+)$/.exec(row?.value ?? '') ?? [];
  if (!number || !userId) return undefined;
  const epoch = Number(number);
  const [user] = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.sessionEpoch, epoch), isNull(users.deactivatedAt)));
  return user && { user, epoch };
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
  const begun = await database().transaction(async (tx) => {
    const login = await findPending(tx, pending, now);
    if (!login) throw loginGone();
    const { user } = login;
    // Before the code, which is not used up by a login that ended.
    await holdLogin(tx, login);
    if (!(await spendLoginCode(tx, user.id, code, visitor, now))) return { user };
    const used = await tx.delete(verifications).where(isPending(pending, now)).returning();
    if (used.length === 0) throw loginGone();
    return { user, cookie: await beginSession(tx, login, visitor) };
  });
  if (!begun.cookie) {
    log().warn({ user: begun.user.id, address: visitor.address }, 'a login with a wrong code');
    throw wrongLoginCode();
  }
  return welcome(begun.user, begun.cookie, visitor, now);
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

/** Who has just made their account is in the browser that they made it in. */
const firstLoginMs = 10 * 60_000;

/** Of each login, however somebody showed who they are. In a browser that the account does not know, they are mailed. */
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
 * Of a try with the address of somebody who has an account. What nobody has is in the log of the process alone. Never
 * throws: who was refused does not wait for it.
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
