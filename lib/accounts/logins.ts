import { eq } from 'drizzle-orm';
import { isYounger } from '#lib/age.ts';
import { auditAccount } from '#lib/audit.ts';
import { database } from '#lib/database/client.ts';
import { users } from '#lib/database/tables/accounts.ts';
import { log } from '#lib/log.ts';
import type { CameFrom } from '#lib/mail/account-letters.ts';
import { mailAccount } from './account-mail.ts';
import { findDevice } from './devices.ts';

/** Where a person sits, for them to tell their sessions apart. */
export interface Visitor extends CameFrom {
  /** What the browser has of an earlier login (devices.ts). */
  deviceCookie?: string | undefined;
}

/** Who has just made their account is in the browser that they made it in. */
const firstLoginMs = 10 * 60_000;

/** Of each login, however somebody showed who they are. In a browser that the account does not know, they are mailed. */
export async function noteLogin(
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
