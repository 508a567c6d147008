import { timingSafeEqual } from 'node:crypto';
import { and, eq, lte } from 'drizzle-orm';
import { isRecent } from '#lib/age.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { accounts, users } from '#lib/database/tables/accounts.ts';
import { randomText } from '#lib/random-text.ts';
import { lookupHash } from '#lib/vault.ts';

/**
 * Device cookies (OWASP): a login sets a cookie, and later login attempts with that cookie have their own rate
 * limit. An attacker who uses up the account's limits does not lock out its owner. The cookie grants no access.
 */
export const deviceCookieName = '__Host-alta_device';
export const deviceSeconds = 180 * 86_400;

/** Cookie value after a successful login: `<id>.<ms>.<signature>`. */
export function createDeviceCookie(email: string, now = new Date()): string {
  const id = randomText(22);
  return [id, now.getTime(), signDevice(email, id, String(now.getTime()))].join('.');
}

/**
 * Returns the device's id. Undefined if the cookie belongs to another account, has expired, or was issued before
 * the last password change or `invalidateDevices`.
 */
export async function findDevice(
  cookie: string,
  email: string,
  now = new Date(),
): Promise<string | undefined> {
  const [id = '', issuedAtText = '', signature = ''] = cookie.split('.');
  const expected = Buffer.from(signDevice(email, id, issuedAtText));
  const actual = Buffer.from(signature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  const issuedAt = new Date(Number(issuedAtText));
  if (!isRecent(issuedAt, deviceSeconds * 1_000, now)) return undefined;
  const [row] = await database()
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(users, and(eq(users.id, accounts.userId), eq(accounts.providerId, 'credential')))
    .where(and(eq(users.email, email), lte(accounts.updatedAt, issuedAt)));
  return row && id;
}

/** Invalidates the user's device cookies. A password change does the same: both update the account row. */
export async function invalidateDevices(tx: Transaction, userId: string): Promise<void> {
  // One millisecond in the future, to include cookies issued in this millisecond.
  const updatedAt = new Date(Date.now() + 1);
  await tx.update(accounts).set({ updatedAt }).where(eq(accounts.userId, userId));
}

const signDevice = (email: string, id: string, issuedAtText: string) =>
  lookupHash('device', `${email}\0${id}\0${issuedAtText}`);
