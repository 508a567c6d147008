import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Env, env } from './env.ts';
import { replaceShared, shared } from './shared.ts';
import { decryptByTransit, isTransitText } from './vault-transit.ts';

/** A key-encryption key (KEK). */
export interface VaultKey {
  /** Part of each value that it seals, and no secret. */
  id: string;
  key: Buffer;
}

type Source = Pick<
  Env,
  'ALTA_VAULT_KEY' | 'ALTA_VAULT_KEY_FILE' | 'ALTA_VAULT_KEYS' | 'ALTA_VAULT_KEYS_FILE'
>;

const howToMakeOne =
  'Make one with `openssl rand -base64 32` and keep a copy: without it nothing sealed can be opened again.';

/**
 * As they are configured: in the environment or in a file, each in clear or as a transit engine wrapped it. Several may
 * stand under either name, so that a file that was made for one takes a second when the key is changed.
 */
function readTexts(source: Source): string[] {
  const { ALTA_VAULT_KEY, ALTA_VAULT_KEY_FILE, ALTA_VAULT_KEYS, ALTA_VAULT_KEYS_FILE } = source;
  const textOf = (path: string | undefined) => path && readFileSync(path, 'utf8');
  const one = ALTA_VAULT_KEY ?? textOf(ALTA_VAULT_KEY_FILE);
  const several = ALTA_VAULT_KEYS ?? textOf(ALTA_VAULT_KEYS_FILE);
  if (one && several) {
    throw new Error('ALTA_VAULT_KEY and ALTA_VAULT_KEYS are both set: put all keys into ALTA_VAULT_KEYS.');
  }
  const texts = (several ?? one ?? '').split(/[\s,]+/).filter(Boolean);
  if (texts.length === 0) {
    throw new Error(`ALTA_VAULT_KEY (or ALTA_VAULT_KEY_FILE) is not set. ${howToMakeOne}`);
  }
  return texts;
}

/** @throws Error when the key is short or a placeholder; says how to make one. */
function keyOf(text: string): VaultKey {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) throw new Error(`ALTA_VAULT_KEY must be 32 bytes in base64. ${howToMakeOne}`);
  if (new Set(key).size < 12) throw new Error(`ALTA_VAULT_KEY is not random. ${howToMakeOne}`);
  const id = createHash('sha256').update('alta kek id').update(key).digest('hex').slice(0, 12);
  return { id, key };
}

/**
 * The keys that are configured, the one to seal under first.
 * @throws Error when none is usable; says how to make one. Never a key's text.
 */
export function readVaultKeys(source: Source): VaultKey[] {
  const texts = readTexts(source);
  if (texts.some(isTransitText)) throw new Error('The vault keys were not asked of the transit engine yet.');
  return texts.map(keyOf);
}

/**
 * The same, once at start, with those that a transit engine keeps: from then on nothing is asked of it. So it fails at
 * start, and not at the first secret, when they are not usable.
 */
export async function loadVaultKeys(): Promise<void> {
  await shared('vault.loading', async () => {
    const keys: VaultKey[] = [];
    for (const text of readTexts(env()))
      keys.push(keyOf(isTransitText(text) ? await decryptByTransit(text) : text));
    replaceShared('vault.keys', keys);
  });
}

/** Those of this process. */
export const vaultKeys = (): VaultKey[] => shared('vault.keys', () => readVaultKeys(env()));

export const vaultKeyOf = (id: string): VaultKey | undefined => vaultKeys().find((each) => each.id === id);
