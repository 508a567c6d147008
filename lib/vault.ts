import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Env, env } from './env.ts';
import { shared } from './shared.ts';

/**
 * Secrets at rest: AES-256-GCM with a data key of its own for each record, the data key wrapped by the
 * key-encryption key (KEK), and additional data that ties a ciphertext to the place it was written for.
 * Moved to another row, column, workspace or environment it does not open.
 */
export interface SealPlace {
  table: string;
  column: string;
  row: string;
  workspace: string;
  environment: string;
}

/** `v1.<kek id>.<wrapped data key>.<nonce + ciphertext + tag>`, base64url. */
export type Sealed = string & { readonly sealed: unique symbol };

interface KeyEncryptionKey {
  id: string;
  key: Buffer;
  /** Of each visit and each call: made ready once, which takes longer than to use it. */
  lookupKey: KeyObject;
}

const howToMakeOne =
  'Make one with `openssl rand -base64 32` and keep a copy: without it nothing sealed can be opened again.';
const nonceBytes = 12;
const tagBytes = 16;

/** @throws Error when the KEK is missing, short or a placeholder; says how to make one. */
export function readVaultKey(source: Pick<Env, 'ALTA_VAULT_KEY' | 'ALTA_VAULT_KEY_FILE'>): KeyEncryptionKey {
  const text =
    source.ALTA_VAULT_KEY ?? (source.ALTA_VAULT_KEY_FILE && readFileSync(source.ALTA_VAULT_KEY_FILE, 'utf8'));
  if (!text) throw new Error(`ALTA_VAULT_KEY (or ALTA_VAULT_KEY_FILE) is not set. ${howToMakeOne}`);
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32) throw new Error(`ALTA_VAULT_KEY must be 32 bytes in base64. ${howToMakeOne}`);
  if (new Set(key).size < 12) throw new Error(`ALTA_VAULT_KEY is not random. ${howToMakeOne}`);
  return {
    id: createHash('sha256').update('alta kek id').update(key).digest('hex').slice(0, 12),
    key,
    lookupKey: createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'alta lookup', 32))),
  };
}

const kek = () => shared('vault.kek', () => readVaultKey(env()));

/** Fails at start, and not at the first secret, when the KEK is not usable. */
export const checkVault = (): void => void kek();

/** Of the key that is configured; part of each value that it seals, and no secret. */
export const vaultKeyId = (): string => kek().id;

export function seal(plain: Buffer | string, place: SealPlace): Sealed {
  const { id, key } = kek();
  const dataKey = randomBytes(32);
  const additional = additionalData(place, id);
  const sealed = [
    'v1',
    id,
    encrypt(key, dataKey, additional),
    encrypt(dataKey, Buffer.from(plain), additional),
  ];
  dataKey.fill(0);
  return sealed.join('.') as Sealed;
}

/** @throws Error when the ciphertext was changed, moved, or sealed under another KEK. Says nothing of the plain text. */
export function unseal(sealed: string, place: SealPlace): Buffer {
  const [version, kekId, wrapped, body, ...rest] = sealed.split('.');
  if (version !== 'v1' || !wrapped || !body || rest.length > 0) throw new Error('vault: not a sealed value');
  const { id, key } = kek();
  if (kekId !== id) throw new Error(`vault: sealed under key ${kekId}, which is not configured`);
  const additional = additionalData(place, id);
  const dataKey = decrypt(key, wrapped, additional);
  const plain = decrypt(dataKey, body, additional);
  dataKey.fill(0);
  return plain;
}

/** Keyed hash to find a row by a secret without storing the secret. `purpose` separates the uses. */
export function lookupHash(purpose: string, secret: string): string {
  return createHmac('sha256', kek().lookupKey).update(`${purpose}\0${secret}`).digest('hex');
}

function additionalData(place: SealPlace, kekId: string): Buffer {
  const { table, row, column, workspace, environment } = place;
  return Buffer.from(JSON.stringify(['v1', table, row, column, workspace, environment, kekId]));
}

function encrypt(key: Buffer, plain: Buffer, additional: Buffer): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(additional);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

function decrypt(key: Buffer, encoded: string, additional: Buffer): Buffer {
  const bytes = Buffer.from(encoded, 'base64url');
  // Buffer.from skips what is not base64url, and ignores spare bits: a changed text could decode alike.
  if (bytes.toString('base64url') !== encoded || bytes.length < nonceBytes + tagBytes) {
    throw new Error('vault: not a sealed value');
  }
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(additional).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch {
    throw new Error('vault: the sealed value does not belong here, or was changed');
  }
}
