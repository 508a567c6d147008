import { eq } from 'drizzle-orm';
import { isYounger } from '#lib/age.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { sessions } from '#lib/database/tables/accounts.ts';
import { AltaError } from '#lib/errors.ts';
import { type PasskeyUse, spendPasskey, wrongPasskey } from './passkeys.ts';
import { findSecondFactor, spendLoginCode, wrongLoginCode } from './second-factor.ts';
import { type Session, signedOut, type Visitor, wrongPassword } from './sessions.ts';
import { judgePassword } from './users.ts';

/**
 * An open session might be found by somebody else: actions that change credentials or export data require
 * re-authentication after a while.
 */
const recentMs = 10 * 60_000;

/**
 * @throws AltaError `unauthorised` with the required proof: `confirm-by-passkey` (a code will do),
 * `confirm-by-code` or, without a second factor, `confirm-by-password`.
 */
export async function requireRecentLogin(session: Session, now = new Date()): Promise<void> {
  if (isYounger(session.provedAt, recentMs, now)) return;
  const factor = await findSecondFactor(session.user.id);
  const by = factor?.passkeys ? 'passkey' : factor ? 'code' : 'password';
  throw new AltaError('unauthorised', 'Show once more who you are.', { code: `confirm-by-${by}` });
}

/**
 * Re-authenticates by a code of the second factor, which a thief of the password lacks, or without one by the
 * password. The session then counts as recently proved; its end does not change.
 * @throws AltaError `validation` (`wrong-login-code`, `wrong-password`).
 */
export async function confirmLogin(
  { id, user }: Session,
  typed: string,
  visitor: Visitor,
  now = new Date(),
): Promise<void> {
  const isByCode = (await findSecondFactor(user.id)) !== undefined;
  if (!isByCode && !(await judgePassword(user, typed))) throw wrongPassword();
  const isRight = await database().transaction(async (tx) => {
    if (isByCode && !(await spendLoginCode(tx, user.id, typed, visitor, now))) return false;
    await proveSession(tx, id, now);
    return true;
  });
  if (!isRight) throw wrongLoginCode();
}

/** Re-authenticates by a passkey. @throws AltaError `unauthorised` (`wrong-passkey`) */
export async function confirmLoginByPasskey(
  { id, user }: Session,
  use: PasskeyUse,
  now = new Date(),
): Promise<void> {
  const isTheirs = await database().transaction(async (tx) => {
    const signer = await spendPasskey(tx, use, now);
    if (signer?.user.id !== user.id) return false;
    await proveSession(tx, id, now);
    return true;
  });
  if (!isTheirs) throw wrongPasskey();
}

/** @throws AltaError `unauthorised` (`signed-out`) if the session has ended. */
async function proveSession(tx: Transaction, id: string, now: Date): Promise<void> {
  const proved = await tx.update(sessions).set({ provedAt: now }).where(eq(sessions.id, id)).returning();
  if (proved.length === 0) throw signedOut();
}
