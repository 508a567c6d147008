import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { audit, auditAccount } from '#lib/audit.ts';
import { type Context, inTransaction, lockPermission, reader } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { installation, rowSealPlace } from '#lib/database/seal-places.ts';
import { passkeys, recoveryCodes, secondFactors, users, workspaces } from '#lib/database/tables/accounts.ts';
import { env } from '#lib/env.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { lookupHash, seal, unseal } from '#lib/vault.ts';
import { queueAccountMail } from './account-mails.ts';
import {
  endSessionsInTransaction,
  invalidateLogins,
  invalidateLoginsIn,
  type Session,
  type Visitor,
} from './sessions.ts';
import { findUserByEmail, type User } from './users.ts';

const secretSealPlace = (userId: string) => rowSealPlace(secondFactors.secretSealed, installation, userId);

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
 * Prepares the user for another second factor. Call it in the transaction that adds the factor, after
 * `invalidateLogins`. Before the first one, it ends the user's other sessions, which began with the password
 * alone. @returns new recovery codes to show once; undefined if the user already had a second factor
 */
export async function prepareSecondFactor(
  tx: Transaction,
  { id, user }: Pick<Session, 'id' | 'user'>,
): Promise<string[] | undefined> {
  if (await findSecondFactor(user.id, tx)) return undefined;
  await endSessionsInTransaction(tx, user.id, { except: id });
  return replaceRecoveryCodes(tx, user.id);
}

/**
 * Deletes the recovery codes if the user has no second factor left. Call it in the transaction that removed one.
 */
export async function deleteOrphanedRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  if (await findSecondFactor(userId, tx)) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/**
 * Creates a secret for an authenticator, as text and as the URI for a QR code. It has no effect until a code
 * confirms it. Replaces an earlier unconfirmed secret.
 * @throws AltaError `conflict` if an authenticator is set up: it has to be removed first.
 */
export async function beginSecondFactor({ id, email }: User): Promise<{ secret: string; address: string }> {
  const secret = generateTotpSecret();
  const values = { secretSealed: seal(secret, secretSealPlace(id)), lastStep: 0 };
  const stored = await database()
    .insert(secondFactors)
    .values({ userId: id, ...values })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: values,
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning();
  if (stored.length === 0) throw new AltaError('conflict', 'The account already has a second factor.');
  const issuer = `Alta (${new URL(env().ALTA_ORIGIN).hostname})`;
  return { secret: base32(secret), address: buildTotpUri(secret, { issuer, account: email }) };
}

/**
 * Confirms the secret: from now on, each login asks for a code. If it is the first second factor, the user's
 * other sessions end.
 * @returns recovery codes to show once; undefined if the user already had a second factor
 * @throws AltaError `validation` (`wrong-login-code`), `conflict` (`second-factor-gone`) if no setup was started
 */
export async function confirmSecondFactor(
  session: Pick<Session, 'id' | 'user'>,
  typedCode: string,
  visitor: Visitor,
  now = new Date(),
): Promise<string[] | undefined> {
  const userId = session.user.id;
  return database().transaction(async (tx) => {
    // Serializes concurrent additions: only one of them is the user's first second factor.
    await invalidateLoginsIn(tx, session);
    const isUnconfirmed = and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt));
    const [row] = await tx.select().from(secondFactors).where(isUnconfirmed).for('update');
    if (!row)
      throw new AltaError('conflict', 'The setup of a second factor was not started.', {
        code: 'second-factor-gone',
      });
    const step = findTotpStep(
      unseal(row.secretSealed, secretSealPlace(userId)),
      removeSpaces(typedCode),
      now,
    );
    if (step === undefined) throw wrongLoginCode();
    const codes = await prepareSecondFactor(tx, session);
    await tx.update(secondFactors).set({ confirmedAt: now, lastStep: step }).where(isUnconfirmed);
    await notifyUser(tx, userId, 'second-factor-added', visitor, now);
    return codes;
  });
}

/** Replaces the recovery codes. @returns ten new ones to show once. @throws AltaError `conflict` */
export async function regenerateRecoveryCodes(
  session: Pick<Session, 'id' | 'user'>,
  visitor: Visitor,
  now = new Date(),
): Promise<string[]> {
  const userId = session.user.id;
  return database().transaction(async (tx) => {
    await invalidateLoginsIn(tx, session);
    if (!(await findSecondFactor(userId, tx))) {
      throw new AltaError('conflict', 'The account has no second factor.', { code: 'second-factor-gone' });
    }
    await notifyUser(tx, userId, 'recovery-codes-made', visitor, now);
    return replaceRecoveryCodes(tx, userId);
  });
}

/** Removes the authenticator, if there is one. */
export async function removeSecondFactor(userId: string, visitor: Visitor, now = new Date()): Promise<void> {
  await database().transaction(async (tx) => {
    await invalidateLogins(tx, userId);
    const removed = await tx.delete(secondFactors).where(isConfirmed(userId)).returning();
    if (removed.length === 0) return;
    await deleteOrphanedRecoveryCodes(tx, userId);
    await notifyUser(tx, userId, 'second-factor-removed', visitor, now);
  });
}

/**
 * Removes all second factors of a user, including passkeys and recovery codes, on behalf of the operator. Ends
 * the user's sessions. The next login needs only the password. @throws AltaError `not-found`
 */
export async function removeLostSecondFactor({ email }: { email: string }, now = new Date()): Promise<void> {
  const user = await findUserByEmail(email);
  if (!user) throw notFound(`Somebody with the address ${email}`);
  await database().transaction(async (tx) => {
    await invalidateLogins(tx, user.id);
    if (!(await findSecondFactor(user.id, tx))) throw notFound(`A second factor of ${email}`);
    for (const table of [secondFactors, passkeys, recoveryCodes]) {
      await tx.delete(table).where(eq(table.userId, user.id));
    }
    await endSessionsInTransaction(tx, user.id);
    await auditAccount(tx, user.id, 'second-factor.removed', {}, { by: 'operator' });
    await queueAccountMail(tx, user.id, 'second-factor-removed', { now });
  });
}

/**
 * Checks an authenticator code or a recovery code and marks it as used. Each code is accepted once: a
 * concurrent login with the same code waits, then fails. Wrong codes are audited.
 */
export async function redeemLoginCode(
  tx: Transaction,
  userId: string,
  typedCode: string,
  visitor: Visitor,
  now = new Date(),
): Promise<boolean> {
  const code = removeSpaces(typedCode);
  const isCorrect = isTotpCode(code)
    ? await redeemTotpCode(tx, userId, code, now)
    : await redeemRecoveryCode(tx, userId, code, visitor, now);
  if (!isCorrect) {
    await auditAccount(tx, userId, 'second-factor.failed', {}, { by: 'engine', address: visitor.address });
  }
  return isCorrect;
}

async function redeemTotpCode(tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> {
  const [row] = await tx.select().from(secondFactors).where(isConfirmed(userId)).for('update');
  const step = row && findTotpStep(unseal(row.secretSealed, secretSealPlace(userId)), code, now);
  if (!row || step === undefined || step <= row.lastStep) return false;
  await tx.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.userId, userId));
  return true;
}

const auditActions = {
  'passkey-added': 'passkey.added',
  'passkey-removed': 'passkey.removed',
  'recovery-codes-made': 'recovery-codes.made',
  'second-factor-added': 'second-factor.added',
  'second-factor-removed': 'second-factor.removed',
} as const;

/** Audits a change and mails the user about it. */
export async function notifyUser(
  tx: Transaction,
  userId: string,
  notice: keyof typeof auditActions,
  { address, userAgent }: Visitor,
  now: Date,
): Promise<void> {
  await auditAccount(tx, userId, auditActions[notice], {}, { address });
  await queueAccountMail(tx, userId, notice, { from: { address, userAgent }, now });
}

const isConfirmed = (userId: string) =>
  and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));

/** Authenticators show codes as `123 456`. */
const removeSpaces = (typedCode: string) => typedCode.replace(/\s/g, '');

export function wrongLoginCode(): AltaError {
  const message = 'is not the current code, or was already used';
  return new AltaError('validation', `This ${message}.`, {
    code: 'wrong-login-code',
    fields: { code: message },
    faults: [{ code: 'wrong-login-code', message, paths: ['$.code'] }],
  });
}

const recoveryCodeCount = 10;
/**
 * Ten characters carry 50 bits. That is enough for a code that works once, only with the password, and with the
 * few attempts that the rate limits allow.
 */
const recoveryCodeLength = 10;

/** Replaces the recovery codes. Stores only keyed hashes. */
async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => generateTypedCode(recoveryCodeLength));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ codeHash: hashRecoveryCode(userId, code), userId })));
  return codes;
}

/** Deletes a used recovery code and mails the user about it. False if the user has no such code. */
async function redeemRecoveryCode(
  tx: Transaction,
  userId: string,
  code: string,
  visitor: Visitor,
  now = new Date(),
): Promise<boolean> {
  const isCode = and(
    eq(recoveryCodes.codeHash, hashRecoveryCode(userId, code)),
    eq(recoveryCodes.userId, userId),
  );
  const used = await tx.delete(recoveryCodes).where(isCode).returning();
  if (used.length === 0) return false;
  const left = await tx.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
  const { address, userAgent } = visitor;
  await auditAccount(tx, userId, 'recovery-code.used', { left }, { address });
  await queueAccountMail(tx, userId, 'recovery-code-used', { from: { address, userAgent }, now });
  return true;
}

const hashRecoveryCode = (userId: string, code: string) =>
  lookupHash('recovery code', `${userId}\0${canonicalizeTypedCode(code)}`);

/**
 * Time-based codes, RFC 6238, with the parameters that every authenticator supports: SHA-1, six digits, 30
 * seconds. SHA-1's collisions do not weaken an HMAC.
 */
const totpStepSeconds = 30;
const totpDigits = 6;

/** 160 bits, as RFC 4226 recommends. */
export const generateTotpSecret = (): Buffer => randomBytes(20);

const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text);

/**
 * Returns the time step of a code; undefined unless it is the current step or one of its two neighbors, which
 * are accepted because clocks differ and people type slowly.
 */
export function findTotpStep(secret: Buffer, code: string, now = new Date()): number | undefined {
  const currentStep = Math.floor(now.getTime() / 1_000 / totpStepSeconds);
  const actual = Buffer.from(code);
  return [currentStep, currentStep - 1, currentStep + 1].find((step) => {
    const expected = Buffer.from(computeTotpCode(secret, step));
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
}

/** RFC 4226, 5.3. */
function computeTotpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** totpDigits).padStart(totpDigits, '0');
}

/** Content of the QR code. Authenticators list the account under the issuer. */
export function buildTotpUri(
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
    .map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

// Crockford's base32, without letters that look alike: five bits each.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `K3J9F-7QW2M-…`, for typing: groups of five, with any remainder in the last. */
export function generateTypedCode(length: number): string {
  const letters = Array.from(randomBytes(length), (byte) => alphabet[byte % 32]).join('');
  return letters.replace(/(.{5})(?=.{5})/g, '$1-');
}

/** Normalises a typed code: ignores case, spaces and hyphens, and maps look-alikes. */
export const canonicalizeTypedCode = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');

/** True if the workspace requires a second factor of all members. */
export async function isSecondFactorRequired(ctx: Context): Promise<boolean> {
  const isWorkspace = and(eq(workspaces.id, ctx.workspace.id), workspaces.secondFactorRequired);
  return (await reader(ctx).$count(workspaces, isWorkspace)) > 0;
}

/**
 * Requires a second factor of all members, from their next request on. Does not affect API keys. Idempotent.
 * @throws AltaError `conflict` (`second-factor-first`) if the caller has none.
 */
export async function requireSecondFactor(ctx: Context): Promise<void> {
  requirePermission(ctx, 'members:write');
  const { actor } = ctx;
  if (actor.kind === 'user' && !(await findSecondFactor(actor.id))) {
    throw new AltaError('conflict', 'Set up your own second factor before you require one of the members.', {
      code: 'second-factor-first',
    });
  }
  await setSecondFactorRequired(ctx, true);
}

/** Makes the second factor optional again. Existing ones stay. */
export async function stopRequiringSecondFactor(ctx: Context): Promise<void> {
  requirePermission(ctx, 'members:write');
  await setSecondFactorRequired(ctx, false);
}

async function setSecondFactorRequired(ctx: Context, secondFactorRequired: boolean): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'members:write');
    const { id } = ctx.workspace;
    const changed = await tx
      .update(workspaces)
      .set({ secondFactorRequired, updatedAt: new Date() })
      .where(and(eq(workspaces.id, id), ne(workspaces.secondFactorRequired, secondFactorRequired)))
      .returning();
    if (changed.length === 0) return;
    const auditAction = secondFactorRequired ? 'second-factor-required' : 'second-factor-optional';
    await audit(tx, ctx, `workspace.${auditAction}`, { kind: 'workspace', id });
  });
}
