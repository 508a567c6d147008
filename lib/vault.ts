import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { replaceShared, shared } from './shared.ts';
import { type VaultKey, vaultKeyOf, vaultKeys } from './vault-keys.ts';

/**
 * Secrets at rest: AES-256-GCM with a data key of its own for each record, the data key wrapped by the
 * key-encryption key (vault-keys.ts), and additional data that ties a ciphertext to the place it was written for.
 * Moved to another row, column, workspace or environment it does not open.
 */
export interface SealPlace {
  table: string;
  column: string;
  row: string;
  workspace: string;
  environment: string;
}

/** `v1.<key id>.<wrapped data key>.<nonce + ciphertext + tag>`, base64url. */
export type Sealed = string & { readonly sealed: unique symbol };

const format = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/** The key under which this process seals now, as its database says (database/vault-state.ts). */
const sealingKey = (): string => shared('vault.sealing-key', () => vaultKeys()[0]?.id ?? '');
export const setSealingKey = (id: string): void => replaceShared('vault.sealing-key', id);

/** Of what is sealed now. */
export const currentPrefix = (): string => `${format}.${sealingKey()}.`;

export function seal(plain: Buffer | string, place: SealPlace): Sealed {
  const dataKey = randomBytes(32);
  const body = encrypt(dataKey, Buffer.from(plain), ofBody(place));
  return sealedOf(dataKey, body, place);
}

/** @throws Error when the ciphertext was changed, moved, or sealed under a key that is not configured. Says nothing of the plain text. */
export function unseal(sealed: string, place: SealPlace): Buffer {
  const { keyId, wrapped, body } = partsOf(sealed);
  const dataKey = decrypt(keyOf(keyId).key, wrapped, ofKey(place, keyId));
  const plain = decrypt(dataKey, body, ofBody(place));
  dataKey.fill(0);
  return plain;
}

/**
 * The same value as it is sealed now: the data key alone is wrapped anew, and the body is not opened.
 * @throws Error as `unseal`
 */
export function rewrap(sealed: Sealed, place: SealPlace): Sealed {
  const { keyId, wrapped, body } = partsOf(sealed);
  return sealedOf(decrypt(keyOf(keyId).key, wrapped, ofKey(place, keyId)), body, place);
}

function sealedOf(dataKey: Buffer, body: string, place: SealPlace): Sealed {
  const { id, key } = keyOf(sealingKey());
  const wrapped = encrypt(key, dataKey, ofKey(place, id));
  dataKey.fill(0);
  return [format, id, wrapped, body].join('.') as Sealed;
}

export interface VaultSecrets {
  /** Of each visit and each call: made ready once, which takes longer than to use it. */
  lookup: KeyObject;
  login: string;
}

const secrets = (): VaultSecrets =>
  shared<VaultSecrets>('vault.secrets', () => {
    throw new Error('The secrets of the installation are not loaded yet: openInstallation does it.');
  });

/** Keyed hash to find a row by a secret without storing the secret. `purpose` separates the uses. */
export function lookupHash(purpose: string, secret: string): string {
  return createHmac('sha256', secrets().lookup).update(`${purpose}\0${secret}`).digest('hex');
}

/** What sessions are signed with. */
export const loginSecret = (): string => secrets().login;

function partsOf(sealed: string) {
  const [version, keyId, wrapped, body, ...rest] = sealed.split('.');
  if (version !== format || !keyId || !wrapped || !body || rest.length > 0) {
    throw new Error('vault: not a sealed value');
  }
  return { keyId, wrapped, body };
}

function keyOf(id: string): VaultKey {
  const key = vaultKeyOf(id);
  if (!key) throw new Error(`vault: sealed under key ${id}, which is not configured`);
  return key;
}

const partsOfPlace = ({ table, row, column, workspace, environment }: SealPlace) => [
  table,
  row,
  column,
  workspace,
  environment,
];

const ofKey = (place: SealPlace, keyId: string): Buffer =>
  Buffer.from(JSON.stringify([format, ...partsOfPlace(place), keyId]));

/** Without the key's id, which may change. */
const ofBody = (place: SealPlace): Buffer => Buffer.from(JSON.stringify([format, ...partsOfPlace(place)]));

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
