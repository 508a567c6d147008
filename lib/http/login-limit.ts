import { createHash } from 'node:crypto';
import { networksOf } from './client-address.ts';
import { countUse, limit } from './rate-limit.ts';

/**
 * Counts a try to log in: by address, by account, and by both. The address of the account is kept as a hash. On a
 * device where the account logged in before it is counted for that alone; beyond, it is a stranger's like any other.
 * @throws AltaError `rate-limited`
 */
export async function limitLogin(email: string, address: string, device?: string): Promise<void> {
  if (device && !(await countUse('login-device', device)).isOver) return;
  const account = createHash('sha256').update(email).digest('base64url');
  await limit('login-address', address);
  await limit('login', `${account} ${networksOf(address).network}`);
  await limit('login-account', account);
}
