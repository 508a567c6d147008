import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished } from 'vitest';
import { database } from '#lib/database/client.ts';
import { rotateVault } from '#lib/database/rotate-vault.ts';
import { countSealed } from '#lib/database/sealed-counts.ts';
import { verifySealed } from '#lib/database/sealed-values.ts';
import { vaultKeys } from '#lib/database/tables/vault.ts';
import { readVaultKeys, type VaultKey } from '#lib/vault-keys.ts';
import { setEnvironment } from './environment.ts';

export const newKey = (): string => randomBytes(32).toString('base64');

function keyOf(text: string): VaultKey {
  const [key] = readVaultKeys({
    ALTA_VAULT_KEY: text,
    ALTA_VAULT_KEY_FILE: undefined,
    ALTA_VAULT_KEYS: undefined,
    ALTA_VAULT_KEYS_FILE: undefined,
  });
  if (!key) throw new Error('no key');
  return key;
}
export const idOf = (text: string): string => keyOf(text).id;

/** What a process with these keys is started with, the first to seal under. */
export const withKeys = (keys: string[]) => ({ ALTA_VAULT_KEY: '', ALTA_VAULT_KEYS: keys.join(',') });

/** Configures this process with them, until the test ends. */
export const configure = (keys: string[]): void => onTestFinished(setEnvironment(withKeys(keys)));

export const sealedUnder = async (id: string): Promise<number> =>
  (await countSealed(database())).reduce((sum, { keyId, count }) => sum + (keyId === id ? count : 0), 0);

export async function everythingOpens(): Promise<void> {
  for (const { name, failures } of await verifySealed(database()))
    expect([name, failures]).toEqual([name, []]);
}

/** Rotates until no other key is needed; the minute that it waits for passes at once. */
export async function rotateToTheEnd(): Promise<void> {
  for (let pass = 0; pass < 6; pass += 1) {
    const { state } = await rotateVault(database());
    if (state === 'settled') return;
    await database()
      .update(vaultKeys)
      .set({ cleanSince: sql`${vaultKeys.cleanSince} - interval '61 seconds'` });
  }
  throw new Error('did not end');
}
