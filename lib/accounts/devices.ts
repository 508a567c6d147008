import { timingSafeEqual } from 'node:crypto';
import { and, eq, lte } from 'drizzle-orm';
import { isYounger } from '#lib/age.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { accounts, users } from '#lib/database/tables/accounts.ts';
import { randomText } from '#lib/random-text.ts';
import { lookupHash } from '#lib/vault.ts';

/*
 * A browser in which an account logged in keeps a cookie that says so, and its tries are counted apart from those of
 * strangers: who fills the account's limits does not keep its owner out (OWASP, device cookies). It lets nobody in.
 */
export const deviceCookieName = '__Host-alta_device';
export const deviceSeconds = 180 * 86_400;

/** The value of the cookie, after a good login: `<id>.<ms>.<signature>`. */
export function newDevice(email: string, now = new Date()): string {
  const id = randomText(22);
  return [id, now.getTime(), signatureOf(email, id, String(now.getTime()))].join('.');
}

/** The id of the device, if the cookie is of this account, and not of before its password was set or its sessions ended. */
export async function findDevice(
  cookie: string,
  email: string,
  now = new Date(),
): Promise<string | undefined> {
  const [id = '', at = '', signature = ''] = cookie.split('.');
  const expected = Buffer.from(signatureOf(email, id, at));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const since = new Date(Number(at));
  if (!isYounger(since, deviceSeconds * 1_000, now)) return undefined;
  const [row] = await database()
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(users, and(eq(users.id, accounts.userId), eq(accounts.providerId, 'credential')))
    .where(and(eq(users.email, email), lte(accounts.updatedAt, since)));
  return row && id;
}

/** From now on no device is known. A new password does the same: it changes the row. */
export async function forgetDevices(tx: Transaction, userId: string): Promise<void> {
  // Later than every cookie there is, those of this very millisecond too.
  const updatedAt = new Date(Date.now() + 1);
  await tx.update(accounts).set({ updatedAt }).where(eq(accounts.userId, userId));
}

const signatureOf = (email: string, id: string, at: string) => lookupHash('device', `${email}\0${id}\0${at}`);
