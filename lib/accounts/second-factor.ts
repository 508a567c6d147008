import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { audit, auditAccount } from '#lib/audit.ts';
import { type Context, holdPermission, inTransaction, reader } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { installation, placeIn } from '#lib/database/sealed.ts';
import { passkeys, recoveryCodes, secondFactors, users, workspaces } from '#lib/database/tables/accounts.ts';
import { env } from '#lib/env.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { lookupHash, seal, unseal } from '#lib/vault.ts';
import { mailAccount } from './password-reset.ts';
import { endLogins, endSessionsIn, type Session, type Visitor } from './sessions.ts';
import { findUserByEmail, type User } from './users.ts';

const placeOf = (userId: string) => placeIn(secondFactors.secretSealed, installation, userId);

export interface SecondFactor {
  /** When authenticator codes were set up; undefined if there are only passkeys. */
  authenticatorSince: Date | undefined;
  passkeys: number;
  recoveryCodesLeft: number;
}

/** The user's second factors; undefined if there are none. */
export async function findSecondFactor(
  userId: string,
  db: Transaction | ReturnType<typeof database> = database(),
): Promise<SecondFactor | undefined> {
  const [row] = await db
    .select({
      authenticatorSince: secondFactors.confirmedAt,
      passkeys: db.$count(passkeys, eq(passkeys.userId, userId)),
      recoveryCodesLeft: db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
    })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, userId));
  if (!row?.authenticatorSince && !row?.passkeys) return undefined;
  return { ...row, authenticatorSince: row.authenticatorSince ?? undefined };
}

/**
 * Call it in the transaction that adds a second factor, after `endLogins`. Before the first one is added, it
 * ends the user's other sessions, which began with the password alone. @returns new recovery codes to show
 * once; undefined if there already were some
 */
export async function gainSecondFactor(
  tx: Transaction,
  { id, user }: Pick<Session, 'id' | 'user'>,
): Promise<string[] | undefined> {
  if (await findSecondFactor(user.id, tx)) return undefined;
  await endSessionsIn(tx, user.id, { except: id });
  return replaceRecoveryCodes(tx, user.id);
}

/** Call it in the transaction that removed a second factor. After the last, it deletes the recovery codes. */
export async function loseSecondFactor(tx: Transaction, userId: string): Promise<void> {
  if (await findSecondFactor(userId, tx)) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/**
 * Creates a secret for an authenticator, as text and as the address for a QR code. It has no effect until a
 * code confirms it; an earlier unconfirmed one is discarded.
 * @throws AltaError `conflict` if an authenticator is set up: it has to be removed first.
 */
export async function beginSecondFactor({ id, email }: User): Promise<{ secret: string; address: string }> {
  const secret = newTotpSecret();
  const begun = { secretSealed: seal(secret, placeOf(id)), lastStep: 0 };
  const written = await database()
    .insert(secondFactors)
    .values({ userId: id, ...begun })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: begun,
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning();
  if (written.length === 0) throw new AltaError('conflict', 'There is a second factor already.');
  const issuer = `Alta (${new URL(env().ALTA_ORIGIN).hostname})`;
  return { secret: base32(secret), address: totpAddress(secret, { issuer, account: email }) };
}

/**
 * Confirms the secret: from now on each login asks for a code. If it is the first second factor, the user's
 * other sessions end.
 * @returns recovery codes to show once, if there were none.
 * @throws AltaError `validation` (`wrong-login-code`), `conflict` (`second-factor-gone`) if none was begun.
 */
export async function confirmSecondFactor(
  session: Pick<Session, 'id' | 'user'>,
  typed: string,
  visitor: Visitor,
  now = new Date(),
): Promise<string[] | undefined> {
  const userId = session.user.id;
  return database().transaction(async (tx) => {
    // Of two second factors added at once, only one is the first.
    await endLogins(tx, userId);
    const isBegun = and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt));
    const [row] = await tx.select().from(secondFactors).where(isBegun).for('update');
    if (!row) throw new AltaError('conflict', 'It was not begun.', { code: 'second-factor-gone' });
    const step = stepOfCode(unseal(row.secretSealed, placeOf(userId)), withoutSpaces(typed), now);
    if (step === undefined) throw wrongLoginCode();
    const codes = await gainSecondFactor(tx, session);
    await tx.update(secondFactors).set({ confirmedAt: now, lastStep: step }).where(isBegun);
    await tell(tx, userId, 'second-factor-added', visitor, now);
    return codes;
  });
}

/** Replaces the recovery codes by ten new ones, to show once. @throws AltaError `conflict` */
export async function makeRecoveryCodes(
  userId: string,
  visitor: Visitor,
  now = new Date(),
): Promise<string[]> {
  return database().transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, userId)).for('update');
    if (!(await findSecondFactor(userId, tx))) {
      throw new AltaError('conflict', 'There is no second factor.', { code: 'second-factor-gone' });
    }
    await tell(tx, userId, 'recovery-codes-made', visitor, now);
    return replaceRecoveryCodes(tx, userId);
  });
}

/** Removes the authenticator, if there is one. */
export async function removeSecondFactor(userId: string, visitor: Visitor, now = new Date()): Promise<void> {
  await database().transaction(async (tx) => {
    await endLogins(tx, userId);
    const removed = await tx.delete(secondFactors).where(isConfirmed(userId)).returning();
    if (removed.length === 0) return;
    await loseSecondFactor(tx, userId);
    await tell(tx, userId, 'second-factor-removed', visitor, now);
  });
}

/**
 * Removes all second factors of a user who has lost them, including passkeys and recovery codes, on behalf of
 * the operator: the password alone lets them in. Their sessions end. @throws AltaError `not-found`
 */
export async function removeLostSecondFactor({ email }: { email: string }, now = new Date()): Promise<void> {
  const user = await findUserByEmail(email);
  if (!user) throw notFound(`Somebody with the address ${email}`);
  await database().transaction(async (tx) => {
    await endLogins(tx, user.id);
    if (!(await findSecondFactor(user.id, tx))) throw notFound(`A second factor of ${email}`);
    for (const table of [secondFactors, passkeys, recoveryCodes]) {
      await tx.delete(table).where(eq(table.userId, user.id));
    }
    await endSessionsIn(tx, user.id);
    await auditAccount(tx, user.id, 'second-factor.removed', {}, { by: 'operator' });
    await mailAccount(tx, user.id, 'second-factor-removed', { now });
  });
}

/**
 * Checks and uses up an authenticator code or a recovery code. Either is accepted once: a concurrent login
 * with the same code waits, and finds it used. Wrong codes are audited.
 */
export async function spendLoginCode(
  tx: Transaction,
  userId: string,
  typed: string,
  visitor: Visitor,
  now = new Date(),
): Promise<boolean> {
  const code = withoutSpaces(typed);
  const isRight = isTotpCode(code)
    ? await spendTotpCode(tx, userId, code, now)
    : await spendRecoveryCode(tx, userId, code, visitor, now);
  if (!isRight) {
    await auditAccount(tx, userId, 'second-factor.failed', {}, { by: 'engine', address: visitor.address });
  }
  return isRight;
}

async function spendTotpCode(tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> {
  const [row] = await tx.select().from(secondFactors).where(isConfirmed(userId)).for('update');
  const step = row && stepOfCode(unseal(row.secretSealed, placeOf(userId)), code, now);
  if (!row || step === undefined || step <= row.lastStep) return false;
  await tx.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.userId, userId));
  return true;
}

const noticed = {
  'passkey-added': 'passkey.added',
  'passkey-removed': 'passkey.removed',
  'recovery-codes-made': 'recovery-codes.made',
  'second-factor-added': 'second-factor.added',
  'second-factor-removed': 'second-factor.removed',
} as const;

/** Audits a change and mails the user about it. */
export async function tell(
  tx: Transaction,
  userId: string,
  notice: keyof typeof noticed,
  { address, userAgent }: Visitor,
  now: Date,
): Promise<void> {
  await auditAccount(tx, userId, noticed[notice], {}, { address });
  await mailAccount(tx, userId, notice, { from: { address, userAgent }, now });
}

const isConfirmed = (userId: string) =>
  and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));

/** Authenticators show `123 456`. */
const withoutSpaces = (typed: string) => typed.replace(/\s/g, '');

export function wrongLoginCode(): AltaError {
  const message = 'is not a code of now, or was used';
  return new AltaError('validation', `This ${message}.`, {
    code: 'wrong-login-code',
    fields: { code: message },
    faults: [{ code: 'wrong-login-code', message, paths: ['$.code'] }],
  });
}

const howMany = 10;
/** 50 bits: enough for one use that also needs the password, with a few tries per quarter of an hour. */
const letters = 10;

/** Replaces the recovery codes. Stores only keyed hashes. */
async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, () => newTypedCode(letters));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ codeHash: hashOf(userId, code), userId })));
  return codes;
}

/** Uses up a recovery code and mails the user about it. False if it is not one of theirs. */
async function spendRecoveryCode(
  tx: Transaction,
  userId: string,
  code: string,
  visitor: Visitor,
  now = new Date(),
): Promise<boolean> {
  const isThis = and(eq(recoveryCodes.codeHash, hashOf(userId, code)), eq(recoveryCodes.userId, userId));
  const used = await tx.delete(recoveryCodes).where(isThis).returning();
  if (used.length === 0) return false;
  const left = await tx.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
  const { address, userAgent } = visitor;
  await auditAccount(tx, userId, 'recovery-code.used', { left }, { address });
  await mailAccount(tx, userId, 'recovery-code-used', { from: { address, userAgent }, now });
  return true;
}

const hashOf = (userId: string, code: string) =>
  lookupHash('recovery code', `${userId}\0${canonicalCode(code)}`);

/**
 * Time-based codes, RFC 6238, with the parameters that every authenticator supports: SHA-1, six digits, 30
 * seconds. SHA-1's collisions do not weaken an HMAC.
 */
const stepSeconds = 30;
const digits = 6;

/** 160 bits, as RFC 4226 recommends. */
export const newTotpSecret = (): Buffer => randomBytes(20);

const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text);

/**
 * The step of a code: the current one or a neighbour, since clocks differ and people type slowly. Undefined
 * for any other code.
 */
export function stepOfCode(secret: Buffer, code: string, now = new Date()): number | undefined {
  const current = Math.floor(now.getTime() / 1_000 / stepSeconds);
  const given = Buffer.from(code);
  return [current, current - 1, current + 1].find((step) => {
    const right = Buffer.from(codeOfStep(secret, step));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/** RFC 4226, 5.3. */
function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Content of the QR code. Authenticators list the account under the issuer. */
export function totpAddress(
  secret: Buffer,
  { issuer, account }: { issuer: string; account: string },
): string {
  const label = [issuer, account].map(encodeURIComponent).join(':');
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

/** RFC 4648 without padding: for typing into an authenticator without a camera. */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

// Crockford's base32, without letters that look alike: five bits each.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `K3J9F-7QW2M-…`, for typing: groups of five, with any remainder in the last. */
export function newTypedCode(length: number): string {
  const letters = Array.from(randomBytes(length), (byte) => alphabet[byte % 32]).join('');
  return letters.replace(/(.{5})(?=.{5})/g, '$1-');
}

/** Normalises a typed code: ignores case, spaces and hyphens, and maps look-alikes. */
export const canonicalCode = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');

/** True if the workspace requires a second factor of all members. */
export async function isSecondFactorRequired(ctx: Context): Promise<boolean> {
  const isThis = and(eq(workspaces.id, ctx.workspace.id), workspaces.secondFactorRequired);
  return (await reader(ctx).$count(workspaces, isThis)) > 0;
}

/**
 * Requires a second factor of all members, from their next request on. Does not affect API keys. Idempotent.
 * @throws AltaError `conflict` (`second-factor-first`) if the caller has none.
 */
export async function requireSecondFactor(ctx: Context): Promise<void> {
  requirePermission(ctx, 'members:write');
  const { actor } = ctx;
  if (actor.kind === 'user' && !(await findSecondFactor(actor.id))) {
    throw new AltaError('conflict', 'Who asks it of others has none.', { code: 'second-factor-first' });
  }
  await decide(ctx, { secondFactorRequired: true });
}

/** Makes the second factor optional again. Existing ones stay. */
export async function stopRequiringSecondFactor(ctx: Context): Promise<void> {
  requirePermission(ctx, 'members:write');
  await decide(ctx, { secondFactorRequired: false });
}

async function decide(ctx: Context, decision: { secondFactorRequired: boolean }): Promise<void> {
  const { secondFactorRequired } = decision;
  await inTransaction(ctx, async (tx) => {
    await holdPermission(tx, ctx, 'members:write');
    const { id } = ctx.workspace;
    const changed = await tx
      .update(workspaces)
      .set({ secondFactorRequired, updatedAt: new Date() })
      .where(and(eq(workspaces.id, id), ne(workspaces.secondFactorRequired, secondFactorRequired)))
      .returning();
    if (changed.length === 0) return;
    const act = secondFactorRequired ? 'second-factor-required' : 'second-factor-optional';
    await audit(tx, ctx, `workspace.${act}`, { kind: 'workspace', id });
  });
}
