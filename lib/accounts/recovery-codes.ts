import { and, eq } from 'drizzle-orm';
import { auditAccount } from '#lib/audit.ts';
import type { Transaction } from '#lib/database/client.ts';
import { recoveryCodes } from '#lib/database/tables/second-factors.ts';
import { lookupHash } from '#lib/vault.ts';
import { mailAccount } from './account-mail.ts';
import type { Visitor } from './logins.ts';
import { canonicalCode, newTypedCode } from './typed-code.ts';

const howMany = 10;
/** 50 bits: of use once, by who has the password too, and a few tries in a quarter of an hour. */
const letters = 10;

/** In place of those there were. They are shown once: what is kept is a keyed hash. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, () => newTypedCode(letters));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ codeHash: hashOf(userId, code), userId })));
  return codes;
}

/** Uses one up, which the person is told of. False when it is none of theirs. */
export async function spendRecoveryCode(
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
