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
  /** Since when an authenticator's codes are asked for; undefined where there are passkeys alone. */
  authenticatorSince: Date | undefined;
  passkeys: number;
  recoveryCodesLeft: number;
}

/** What a login of the person asks for beside the password; undefined where that is all. */
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
 * In the transaction that adds one, after `endLogins`. Where it is the first, the person's other sessions, which began
 * with the password alone, end. @returns the recovery codes that there are from now on, to be shown once; undefined where there were some.
 */
export async function gainSecondFactor(
  tx: Transaction,
  { id, user }: Pick<Session, 'id' | 'user'>,
): Promise<string[] | undefined> {
  if (await findSecondFactor(user.id, tx)) return undefined;
  await endSessionsIn(tx, user.id, { except: id });
  return replaceRecoveryCodes(tx, user.id);
}

/** In the transaction that removed one: with the last go the recovery codes. */
export async function loseSecondFactor(tx: Transaction, userId: string): Promise<void> {
  if (await findSecondFactor(userId, tx)) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/**
 * A secret for the person's authenticator, as text and as the address in a QR. It asks for nothing until a code of it
 * confirms that they have it; one that was begun before is forgotten.
 * @throws AltaError `conflict` when there is a second factor: it is removed first.
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
 * From now on each login asks for a code. Where it is their first second factor, the person's other sessions end.
 * @returns the recovery codes, to be shown once, where there were none.
 * @throws AltaError `validation` (`wrong-login-code`), `conflict` (`second-factor-gone`) where none was begun.
 */
export async function confirmSecondFactor(
  session: Pick<Session, 'id' | 'user'>,
  typed: string,
  visitor: Visitor,
  now = new Date(),
): Promise<string[] | undefined> {
  const userId = session.user.id;
  return database().transaction(async (tx) => {
    // Two may be added at once: only one of them is the first.
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

/** Ten new ones, which are shown once; those before are worth nothing. @throws AltaError `conflict` */
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

/** Codes of the authenticator are asked for no longer. Nothing where they are not. */
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
 * By who administers the installation, for somebody who lost all of it, passkeys and recovery codes too: they log in
 * with the password alone. Their sessions end. @throws AltaError `not-found`
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
 * Whether this is a code that the authenticator shows now, or a recovery code. Either is taken once: another login
 * with the same waits for this one, and finds it used. A code that is not right is in the log.
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

/** The log and the person. */
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

/** As an authenticator shows it: `123 456`. */
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
/** 50 bits: of use once, by who has the password too, and a few tries in a quarter of an hour. */
const letters = 10;

/** In place of those there were. They are shown once: what is kept is a keyed hash. */
async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, () => newTypedCode(letters));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ codeHash: hashOf(userId, code), userId })));
  return codes;
}

/** Uses one up, which the person is told of. False when it is none of theirs. */
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

/*
 * Codes by time, RFC 6238, with what every authenticator has in common: SHA-1, six digits, 30 seconds. An HMAC is no
 * worse for SHA-1's collisions.
 */
const stepSeconds = 30;
const digits = 6;

/** 160 bits, as RFC 4226 recommends. */
export const newTotpSecret = (): Buffer => randomBytes(20);

const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text);

/**
 * Of which step the code is: this one, or one beside it, since clocks are not quite right and people type slowly.
 * Undefined for a code of none of them.
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

/** What an authenticator reads from the QR. The issuer is what it lists the account under. */
export function totpAddress(
  secret: Buffer,
  { issuer, account }: { issuer: string; account: string },
): string {
  const label = [issuer, account].map(encodeURIComponent).join(':');
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

/** RFC 4648, without padding: what an authenticator takes where there is no camera. */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

// Crockford's base32, which has no letters to take for others: five bits each.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `K3J9F-7QW2M-…`, for a person to type: groups of five; what is left over is in the last. */
export function newTypedCode(length: number): string {
  const letters = Array.from(randomBytes(length), (byte) => alphabet[byte % 32]).join('');
  return letters.replace(/(.{5})(?=.{5})/g, '$1-');
}

/** However it was typed: case, spaces and hyphens do not count, and look-alikes are what they look like. */
export const canonicalCode = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');

/** Whether an owner has decided that all members need a second factor. */
export async function isSecondFactorRequired(ctx: Context): Promise<boolean> {
  const isThis = and(eq(workspaces.id, ctx.workspace.id), workspaces.secondFactorRequired);
  return (await reader(ctx).$count(workspaces, isThis)) > 0;
}

/**
 * Of all members, from their next request on; of API keys it asks nothing. Again changes nothing.
 * @throws AltaError `conflict` (`second-factor-first`) when whoever asks it of others has none.
 */
export async function requireSecondFactor(ctx: Context): Promise<void> {
  requirePermission(ctx, 'members:write');
  const { actor } = ctx;
  if (actor.kind === 'user' && !(await findSecondFactor(actor.id))) {
    throw new AltaError('conflict', 'Who asks it of others has none.', { code: 'second-factor-first' });
  }
  await decide(ctx, { secondFactorRequired: true });
}

/** Each member decides again. Nobody's is taken away. */
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
