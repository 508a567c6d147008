import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { replaceShared, shared } from './shared.ts';
import { vaultKeyOf, vaultKeys } from './vault-keys.ts';

/**
 * Secrets at rest: AES-256-GCM under a key of its own for each value, and additional data that ties a ciphertext to the
 * place it was written for. Moved to another row, column, workspace or environment it does not open.
 *
 * A vault key (vault-keys.ts) seals nothing itself. Of each follows a data key, and of that, with a random salt, the
 * key of a value. When another vault key becomes current, what was sealed stays as it is: the data keys of those before
 * are kept in the database, wrapped by the current one (database/vault-state.ts).
 */
export interface SealPlace {
  table: string;
  column: string;
  row: string;
  workspace: string;
  environment: string;
}

/** `v1.<id of a vault key>.<salt>.<nonce + ciphertext + tag>`, base64url. */
export type Sealed = string & { readonly sealed: unique symbol };

const format = 'v1';
const saltBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** The vault keys of a database, as a process knows them. */
export interface SealingKeys {
  /** The id of the one that is current there. */
  current: string;
  /** Data keys by the ids of those before, which need not be configured any more. */
  formerDataKeys: Map<string, Buffer>;
}

/** Before a database says otherwise it is the first that is configured. */
const sealingKeys = (): SealingKeys =>
  shared('vault.sealing-keys', () => ({ current: vaultKeys()[0]?.id ?? '', formerDataKeys: new Map() }));

export const setSealingKeys = (keys: SealingKeys): void => replaceShared('vault.sealing-keys', keys);

export function seal(plain: Buffer | string, place: SealPlace): Sealed {
  const { current } = sealingKeys();
  const salt = randomBytes(saltBytes);
  const body = encrypt(valueKey(current, salt), Buffer.from(plain), additionalOf(place));
  return [format, current, salt.toString('base64url'), body].join('.') as Sealed;
}

/** @throws Error when the ciphertext was changed, moved, or sealed under a key that nobody has. Says nothing of the plain text. */
export function unseal(sealed: string, place: SealPlace): Buffer {
  const [version, keyId, salt, body, ...rest] = sealed.split('.');
  if (version !== format || !keyId || !salt || !body || rest.length > 0) throw notSealed();
  return decrypt(valueKey(keyId, bytesOf(salt)), body, additionalOf(place));
}

/** The data key of a vault key, as the vault key `by` keeps it once that is current. */
export const wrapDataKey = (id: string, by: string): string =>
  encrypt(derived(configured(by), 'wrapping'), dataKeyOf(id), wrappingOf(id, by));

/** @throws Error when it was not wrapped by this key, or was changed */
export const unwrapDataKey = (wrapped: string, id: string, by: string): Buffer =>
  decrypt(derived(configured(by), 'wrapping'), wrapped, wrappingOf(id, by));

const wrappingOf = (id: string, by: string) => Buffer.from(JSON.stringify([format, 'data key', id, by]));

/** Secrets of the installation, which do not change with its vault key. */
export interface VaultSecrets {
  /** Of each visit and each call: made ready once, which takes longer than to use it. */
  lookup: KeyObject;
  login: string;
}

export const setVaultSecrets = (secrets: VaultSecrets): void => replaceShared('vault.secrets', secrets);

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

const valueKey = (keyId: string, salt: Buffer): Buffer => derived(dataKeyOf(keyId), 'value', salt);

const dataKeyOf = (id: string): Buffer =>
  sealingKeys().formerDataKeys.get(id) ?? derived(configured(id), 'data');

function configured(id: string): Buffer {
  const found = vaultKeyOf(id);
  if (!found) throw new Error(`vault: sealed under key ${id}, which is not configured`);
  return found.key;
}

const derived = (
  key: Buffer,
  use: 'data' | 'wrapping' | 'value',
  salt: Uint8Array = Buffer.alloc(0),
): Buffer => Buffer.from(hkdfSync('sha256', key, salt, `alta vault ${use} key`, 32));

const additionalOf = ({ table, row, column, workspace, environment }: SealPlace): Buffer =>
  Buffer.from(JSON.stringify([format, table, row, column, workspace, environment]));

function encrypt(key: Buffer, plain: Buffer, additional: Buffer): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(additional);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

function decrypt(key: Buffer, encoded: string, additional: Buffer): Buffer {
  const bytes = bytesOf(encoded);
  if (bytes.length < nonceBytes + tagBytes) throw notSealed();
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

/** Buffer.from skips what is not base64url, and ignores spare bits: a changed text could decode alike. */
function bytesOf(encoded: string): Buffer {
  const bytes = Buffer.from(encoded, 'base64url');
  if (bytes.toString('base64url') !== encoded) throw notSealed();
  return bytes;
}

const notSealed = () => new Error('vault: not a sealed value');
