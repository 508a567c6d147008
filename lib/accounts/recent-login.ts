import { eq } from 'drizzle-orm';
import { isYounger } from '#lib/age.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { sessions } from '#lib/database/tables/accounts.ts';
import { AltaError } from '#lib/errors.ts';
import { type PasskeyUse, spendPasskey, wrongPasskey } from './passkeys.ts';
import { findSecondFactor, spendLoginCode, wrongLoginCode } from './second-factor.ts';
import { type Session, signedOut, type Visitor, wrongPassword } from './sessions.ts';
import { judgePassword } from './users.ts';

/*
 * Who finds an open session is not yet its person: what lets somebody in, or takes something out, asks who was silent
 * for so long to show anew who they are.
 */
const recentMs = 10 * 60_000;

/**
 * @throws AltaError `unauthorised` with what to show: `confirm-by-passkey` or else a code, `confirm-by-code`, or where
 * there is no second factor `confirm-by-password`.
 */
export async function requireRecentLogin(session: Session, now = new Date()): Promise<void> {
  if (isYounger(session.provedAt, recentMs, now)) return;
  const factor = await findSecondFactor(session.user.id);
  const by = factor?.passkeys ? 'passkey' : factor ? 'code' : 'password';
  throw new AltaError('unauthorised', 'Show once more who you are.', { code: `confirm-by-${by}` });
}

/**
 * Takes a code of who has a second factor, which who found their password does not have, and of others the password.
 * The session is as good as new then for what asks for a recent login. It ends when it would have ended.
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

/** The same by a passkey. @throws AltaError `unauthorised` (`wrong-passkey`) */
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

/** @throws AltaError `unauthorised` (`signed-out`) for one that has ended. */
async function proveSession(tx: Transaction, id: string, now: Date): Promise<void> {
  const proved = await tx.update(sessions).set({ provedAt: now }).where(eq(sessions.id, id)).returning();
  if (proved.length === 0) throw signedOut();
}
