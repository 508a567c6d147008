import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { readVaultKeys, type VaultKey } from '#lib/vault.ts';
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

/** Environment of a process with these keys. It seals under the first. */
export const withKeys = (keys: string[]) => ({ ALTA_VAULT_KEY: '', ALTA_VAULT_KEYS: keys.join(',') });

/** Configures this process with these keys until the test ends. */
export const configure = (keys: string[]): void => onTestFinished(setEnvironment(withKeys(keys)));
