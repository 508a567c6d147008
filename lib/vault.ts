import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { accessSync, constants, readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Env, env } from './env.ts';
import { oncePerProcess, replaceProcessValue } from './process-values.ts';
import { reasonOf } from './reason.ts';

/**
 * Place of a sealed value. Secrets at rest are encrypted with AES-256-GCM under a separate key for each value, and
 * the place is part of the authenticated data: a ciphertext moved to another row, column, workspace or environment
 * can not be decrypted.
 *
 * Vault keys do not encrypt values directly. A data key is derived from the vault key, and the key of a value from
 * the data key and a random salt. When another vault key becomes current, sealed values stay as they are: the data
 * keys of former vault keys are stored in the database, wrapped by the current one (database/vault-keys.ts).
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

/** The vault keys of a database, as known to this process. */
export interface SealingKeys {
  /** Id of the current vault key. */
  current: string;
  /** Data keys of former vault keys, by vault key id. These vault keys need not be configured any more. */
  formerDataKeys: Map<string, Buffer>;
}

/** Until a database is opened, the first configured key is current. */
const sealingKeys = (): SealingKeys =>
  oncePerProcess('vault.sealing-keys', () => ({
    current: vaultKeys()[0]?.id ?? '',
    formerDataKeys: new Map(),
  }));

export const setSealingKeys = (keys: SealingKeys): void => replaceProcessValue('vault.sealing-keys', keys);

export function seal(plain: Buffer | string, place: SealPlace): Sealed {
  const { current } = sealingKeys();
  const salt = randomBytes(saltBytes);
  const body = encrypt(valueKey(current, salt), Buffer.from(plain), additionalOf(place));
  return [format, current, salt.toString('base64url'), body].join('.') as Sealed;
}

/**
 * @throws Error if the ciphertext was altered, moved, or sealed under an unavailable key. The message
 * contains nothing of the plaintext.
 */
export function unseal(sealed: string, place: SealPlace): Buffer {
  const [version, keyId, salt, body, ...rest] = sealed.split('.');
  if (version !== format || !keyId || !salt || !body || rest.length > 0) throw notSealed();
  return decrypt(valueKey(keyId, bytesOf(salt)), body, additionalOf(place));
}

/** Wraps a vault key's data key under the vault key `by`, which is becoming current. */
export const wrapDataKey = (id: string, by: string): string =>
  encrypt(derived(configured(by), 'wrapping'), dataKeyOf(id), wrappingOf(id, by));

/** @throws Error if the data key was altered or was not wrapped by this vault key */
export const unwrapDataKey = (wrapped: string, id: string, by: string): Buffer =>
  decrypt(derived(configured(by), 'wrapping'), wrapped, wrappingOf(id, by));

const wrappingOf = (id: string, by: string) => Buffer.from(JSON.stringify([format, 'data key', id, by]));

/** The installation's secret, independent of its vault key. */
export interface VaultSecrets {
  /** Every request uses this key. A KeyObject, because preparing a key costs more than using it. */
  lookup: KeyObject;
}

export const setVaultSecrets = (secrets: VaultSecrets): void => replaceProcessValue('vault.secrets', secrets);

const secrets = (): VaultSecrets =>
  oncePerProcess<VaultSecrets>('vault.secrets', () => {
    throw new Error('The secrets of the installation are not loaded: openInstallation must run first.');
  });

/** Keyed hash to find a row by a secret without storing the secret. `purpose` separates the uses. */
export function lookupHash(purpose: string, secret: string): string {
  return createHmac('sha256', secrets().lookup).update(`${purpose}\0${secret}`).digest('hex');
}

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
    throw new Error('vault: the sealed value belongs to another place, or was changed');
  }
}

/** Rejects nonstandard encodings. Buffer.from ignores invalid characters and spare bits. */
function bytesOf(encoded: string): Buffer {
  const bytes = Buffer.from(encoded, 'base64url');
  if (bytes.toString('base64url') !== encoded) throw notSealed();
  return bytes;
}

const notSealed = () => new Error('vault: not a sealed value');

/** A key-encryption key (KEK). */
export interface VaultKey {
  /** Not secret; contained in each value that the key seals. */
  id: string;
  key: Buffer;
}

type Source = Pick<
  Env,
  'ALTA_VAULT_KEY' | 'ALTA_VAULT_KEY_FILE' | 'ALTA_VAULT_KEYS' | 'ALTA_VAULT_KEYS_FILE'
>;

const keyGenerationHint =
  'A new installation creates one with `openssl rand -base64 32` and keeps a copy; an existing one needs its own, because stored secrets can not be decrypted without it.';

/**
 * Reads the configured keys from the environment or a file, in clear or wrapped by a transit engine. The variables
 * for one key also accept several, so that an existing file can hold a second key during a key change.
 */
function readTexts(source: Source): string[] {
  const { ALTA_VAULT_KEY, ALTA_VAULT_KEY_FILE, ALTA_VAULT_KEYS, ALTA_VAULT_KEYS_FILE } = source;
  const one = ALTA_VAULT_KEY ?? readSecret('ALTA_VAULT_KEY_FILE', ALTA_VAULT_KEY_FILE);
  const several = ALTA_VAULT_KEYS ?? readSecret('ALTA_VAULT_KEYS_FILE', ALTA_VAULT_KEYS_FILE);
  if (one && several) {
    throw new Error('ALTA_VAULT_KEY and ALTA_VAULT_KEYS are both set: put all keys into ALTA_VAULT_KEYS.');
  }
  const texts = (several ?? one ?? '').split(/[\s,]+/).filter(Boolean);
  if (texts.length === 0) {
    const remedy = mayNotRead('.env') ? 'This user may not read the file .env here.' : keyGenerationHint;
    throw new Error(`ALTA_VAULT_KEY (or ALTA_VAULT_KEY_FILE) is not set. ${remedy}`);
  }
  return texts;
}

/** Node treats such a file of variables as one that is not there. */
function mayNotRead(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EACCES';
  }
}

/** @throws Error with a remedy if the key does not have 32 bytes or is a placeholder */
function keyOf(text: string): VaultKey {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) throw new Error(`ALTA_VAULT_KEY must be 32 bytes in base64. ${keyGenerationHint}`);
  if (new Set(key).size < 12) throw new Error(`ALTA_VAULT_KEY is not random. ${keyGenerationHint}`);
  const id = createHash('sha256').update('alta kek id').update(key).digest('hex').slice(0, 12);
  return { id, key };
}

/**
 * Parses the configured keys. The first one is the key to make current (database/vault-keys.ts).
 * @throws Error with a remedy if one is missing or unusable. The message never contains a key.
 */
export function readVaultKeys(source: Source): VaultKey[] {
  const texts = readTexts(source);
  if (texts.some(isTransitText))
    throw new Error('The vault keys were not unwrapped by the transit engine yet.');
  return texts.map(keyOf);
}

/**
 * Loads the keys once at start, including those wrapped by a transit engine, which is not needed afterwards.
 * Unusable keys thus fail at start and not at the first secret.
 */
export async function loadVaultKeys(): Promise<void> {
  await oncePerProcess('vault.loading', async () => {
    const keys: VaultKey[] = [];
    for (const text of readTexts(env()))
      keys.push(keyOf(isTransitText(text) ? await decryptByTransit(text) : text));
    replaceProcessValue('vault.keys', keys);
  });
}

/** The keys of this process. */
export const vaultKeys = (): VaultKey[] => oncePerProcess('vault.keys', () => readVaultKeys(env()));

export const vaultKeyOf = (id: string): VaultKey | undefined => vaultKeys().find((each) => each.id === id);

/*
 * The rest of the file calls the transit secrets engine of HashiCorp Vault and OpenBao: `POST <mount>/decrypt/<key>`
 * and `POST <mount>/datakey/wrapped/<key>` of its HTTP API.
 */

/** `vault:v1:…`, the engine's form of a ciphertext. */
const isTransitText = (text: string): boolean => /^vault:v\d+:/.test(text);

const deadlineMs = 10_000;

const Decrypted = z.object({ data: z.object({ plaintext: z.string() }) });
const Wrapped = z.object({ data: z.object({ ciphertext: z.string() }) });

/** Returns the unwrapped key, in base64. @throws Error with the engine's message, never with the ciphertext */
const decryptByTransit = async (ciphertext: string): Promise<string> =>
  Decrypted.parse(await post('decrypt', { ciphertext })).data.plaintext;

/** Returns a new key, wrapped by the engine. The engine never returns it in clear. */
export const newTransitKey = async (): Promise<string> =>
  Wrapped.parse(await post('datakey/wrapped', { bits: 256 })).data.ciphertext;

async function post(path: string, body: object): Promise<unknown> {
  const { ALTA_TRANSIT_URL, ALTA_TRANSIT_KEY, ALTA_TRANSIT_NAMESPACE } = env();
  const token = readToken();
  if (!ALTA_TRANSIT_URL || !token) {
    throw new Error('No transit engine is configured: ALTA_TRANSIT_URL or ALTA_TRANSIT_TOKEN is not set.');
  }
  const response = await fetch(`${ALTA_TRANSIT_URL}/${path}/${encodeURIComponent(ALTA_TRANSIT_KEY)}`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(deadlineMs),
    headers: {
      'content-type': 'application/json',
      'x-vault-request': 'true',
      'x-vault-token': token,
      ...(ALTA_TRANSIT_NAMESPACE ? { 'x-vault-namespace': ALTA_TRANSIT_NAMESPACE } : {}),
    },
    body: JSON.stringify(body),
  }).catch((error: Error) => {
    throw new Error(`The transit engine at ${ALTA_TRANSIT_URL} does not respond: ${reasonOf(error)}.`);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  const { errors } = z
    .object({ errors: z.array(z.string()) })
    .catch({ errors: [] })
    .parse(answer);
  throw new Error(`The transit engine refused with ${response.status}: ${errors.join('; ') || 'no reason'}.`);
}

function readToken(): string | undefined {
  const { ALTA_TRANSIT_TOKEN, ALTA_TRANSIT_TOKEN_FILE } = env();
  return ALTA_TRANSIT_TOKEN ?? readSecret('ALTA_TRANSIT_TOKEN_FILE', ALTA_TRANSIT_TOKEN_FILE)?.trim();
}

/** Reads the file that a variable names. @throws Error that names the variable */
function readSecret(variable: string, path: string | undefined): string | undefined {
  if (!path) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${variable}: ${reasonOf(error)}`, { cause: error });
  }
}
