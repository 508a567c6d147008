import { hkdfSync } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream as WebStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter, identityToRecipient, Stanza } from 'age-encryption';
import { type VaultKey, vaultKeys } from '#lib/vault.ts';
import { BackupUnusable } from './contents.ts';

/**
 * A backup file is an age file (age-encryption.org): compressed with gzip, then encrypted in authenticated, ordered
 * chunks to a recipient derived from the vault key. A header stanza of this type contains the vault key's id.
 */
const keyStanza = 'alta-vault-key';

/** The key that opens a file: this installation's, that of another one which gave its recipient, or a passphrase. */
export type SealedTo = 'this-installation' | { recipient: string } | { passphrase: string };

/** Writes a sealed file. @throws Error if the file already exists, or the recipient is none */
export async function sealFile<Result>(
  path: string,
  write: (to: PassThrough) => Promise<Result>,
  to: SealedTo = 'this-installation',
): Promise<Result> {
  const encrypter = await encrypterTo(to);
  const plain = new PassThrough();
  const [result] = await Promise.all([
    write(plain),
    pipeline(
      plain,
      createGzip(),
      async function* (compressed: AsyncIterable<Uint8Array>) {
        yield* await encrypter.encrypt(streamOf(compressed));
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    ),
  ]);
  return result;
}

/**
 * What a file is. Each kind has a recipient of its own, so that whoever knows the one for workspaces, which is no
 * secret, can not make a backup.
 */
type FileKind = 'backup' | 'workspace';

/** The recipient of workspaces that move to this installation, `age1…`. It is no secret. */
export const ownRecipient = (): Promise<string> => recipientOf('workspace');

const recipientOf = async (kind: FileKind): Promise<string> =>
  identityToRecipient(await identityOf(firstKey(), kind));

function firstKey(): VaultKey {
  const [key] = vaultKeys();
  if (!key) throw new Error('There is no vault key.');
  return key;
}

async function encrypterTo(to: SealedTo): Promise<Encrypter> {
  const encrypter = new Encrypter();
  if (to === 'this-installation') {
    const { id } = firstKey();
    encrypter.addRecipient({ wrapFileKey: () => [new Stanza([keyStanza, id], new Uint8Array())] });
    encrypter.addRecipient(await recipientOf('backup'));
  } else if ('passphrase' in to) {
    encrypter.setPassphrase(to.passphrase);
  } else {
    try {
      encrypter.addRecipient(to.recipient);
    } catch (error) {
      const message = 'That is no recipient: the other installation prints its own, which begins with age1.';
      throw new Error(message, { cause: error });
    }
  }
  return encrypter;
}

/**
 * The contents of a file that was sealed for this installation as this kind, or with the passphrase.
 * @throws BackupUnusable if it was altered or truncated, or can not be opened
 */
export async function* unsealFile(
  path: string,
  kind: FileKind = 'backup',
  passphrase?: string,
): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  try {
    const compressed = await decrypt(streamOf(file), path, kind, passphrase);
    // The loop below throws the pipeline's errors.
    pipeline(compressed, gunzip).catch(() => {});
    for await (const piece of gunzip) yield piece;
  } catch (error) {
    if (error instanceof BackupUnusable || isFileSystemError(error)) throw error;
    throw new BackupUnusable(`${path} was changed or truncated and can not be used.`, error);
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}

/** The stream type that age expects. */
const streamOf = (pieces: AsyncIterable<Uint8Array>) =>
  WebStream.from(pieces) as unknown as ReadableStream<Uint8Array>;

const isFileSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall !== undefined;

async function decrypt(
  sealed: ReadableStream<Uint8Array>,
  path: string,
  kind: FileKind,
  passphrase: string | undefined,
): Promise<ReadableStream<Uint8Array>> {
  const keys = vaultKeys();
  let sealedTo: string | undefined;
  const decrypter = new Decrypter();
  decrypter.addIdentity({
    // Only notes which key the header names; never unwraps.
    unwrapFileKey(stanzas) {
      sealedTo = stanzas.find(({ args }) => args[0] === keyStanza)?.args[1];
      return null;
    },
  });
  for (const key of keys) decrypter.addIdentity(await identityOf(key, kind));
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
  return decrypter.decrypt(sealed).catch((error: unknown) => {
    if (isFileSystemError(error)) throw error;
    if (!sealedTo)
      throw new BackupUnusable(
        `${path} can not be opened: it is not a backup or a workspace, its beginning was changed, or it is sealed with another passphrase or for another installation.`,
        error,
      );
    const configured = keys.map(({ id }) => id);
    if (configured.includes(sealedTo))
      throw new BackupUnusable(`${path} was changed or truncated and can not be used.`, error);
    throw new BackupUnusable(
      `${path} is sealed to the vault key ${sealedTo}, which is not configured. Configured: ${configured.join(', ')}. ` +
        'Add that key to ALTA_VAULT_KEYS, after the current one.',
      error,
    );
  });
}

/** The X25519 key that age expects. */
async function identityOf({ key }: VaultKey, kind: FileKind): Promise<CryptoKey> {
  const secret = Buffer.from(hkdfSync('sha256', key, '', `alta ${kind}`, 32));
  // The fixed PKCS#8 header (RFC 8410) that precedes the 32 bytes of the key.
  const encoded = Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), secret]);
  return crypto.subtle.importKey('pkcs8', encoded, { name: 'X25519' }, false, ['deriveBits']);
}

const paths = new Set<string>();

/** Removes the path when this process ends, unless it ends by SIGKILL. */
export function removeAtEnd(path: string): void {
  if (paths.size === 0) registerExitHandlers();
  paths.add(path);
}

function registerExitHandlers(): void {
  process.once('exit', () => {
    for (const path of paths) rmSync(path, { recursive: true, force: true });
  });
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.once(signal, () => process.exit(code));
}
