import { eq } from 'drizzle-orm';
import { isRecent } from '#lib/age.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { sessions } from '#lib/database/tables/accounts.ts';
import { AltaError } from '#lib/errors.ts';
import { type PasskeyAssertion, verifyPasskey, wrongPasskey } from './passkeys.ts';
import { findSecondFactor, redeemLoginCode, wrongLoginCode } from './second-factor.ts';
import { type Session, signedOut, type Visitor, wrongPassword } from './sessions.ts';
import { verifyPassword } from './users.ts';

/**
 * Actions that change credentials or export data require a login within this time, in case a stranger finds an
 * open session.
 */
const recentLoginMs = 10 * 60_000;

/**
 * @throws AltaError `unauthorised` with the required proof as code: `confirm-by-passkey` (an authenticator code
 * is accepted as well), `confirm-by-code` or, without a second factor, `confirm-by-password`.
 */
export async function requireRecentLogin(session: Session, now = new Date()): Promise<void> {
  if (isRecent(session.provedAt, recentLoginMs, now)) return;
  const factor = await findSecondFactor(session.user.id);
  const method = factor?.passkeys ? 'passkey' : factor ? 'code' : 'password';
  throw new AltaError('unauthorised', 'Confirm your login to continue.', { code: `confirm-by-${method}` });
}

/**
 * Re-authenticates by a code of the second factor or, if the user has none, by the password. Does not extend the
 * session.
 * @throws AltaError `validation` (`wrong-login-code`, `wrong-password`).
 */
export async function confirmLogin(
  { id, user }: Session,
  codeOrPassword: string,
  visitor: Visitor,
  now = new Date(),
): Promise<void> {
  const needsCode = (await findSecondFactor(user.id)) !== undefined;
  if (!needsCode && !(await verifyPassword(user, codeOrPassword))) throw wrongPassword();
  const isCorrect = await database().transaction(async (tx) => {
    if (needsCode && !(await redeemLoginCode(tx, user.id, codeOrPassword, visitor, now))) return false;
    await recordSessionProof(tx, id, now);
    return true;
  });
  if (!isCorrect) throw wrongLoginCode();
}

/** Re-authenticates by a passkey. @throws AltaError `unauthorised` (`wrong-passkey`) */
export async function confirmLoginByPasskey(
  { id, user }: Session,
  assertion: PasskeyAssertion,
  now = new Date(),
): Promise<void> {
  const isOwnPasskey = await database().transaction(async (tx) => {
    const signer = await verifyPasskey(tx, assertion, now);
    if (signer?.user.id !== user.id) return false;
    await recordSessionProof(tx, id, now);
    return true;
  });
  if (!isOwnPasskey) throw wrongPasskey();
}

/** @throws AltaError `unauthorised` (`signed-out`) if the session has ended. */
async function recordSessionProof(tx: Transaction, id: string, now: Date): Promise<void> {
  const updated = await tx.update(sessions).set({ provedAt: now }).where(eq(sessions.id, id)).returning();
  if (updated.length === 0) throw signedOut();
}
