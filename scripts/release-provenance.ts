import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How to make the key pair, and how to verify a release with it: docs/upgrades.md#verifying-one. */
export const publicKeyFile = 'deploy/release-key.pub.pem';
const payloadType = 'application/vnd.in-toto+json';

export interface ReleaseSource {
  tag: string;
  commit: string;
  npmVersion: string;
  startedAt: Date;
  /** The image that the container image was built on. Undefined if none was built. */
  imageBase: string | undefined;
}

/** The private key that signs a release. @throws Error if its public half is not the one in the repository */
export function readReleaseKey(file: string): KeyObject {
  const key = createPrivateKey(readFileSync(file));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} has no Ed25519 key.`);
  if (
    !existsSync(publicKeyFile) ||
    !createPublicKey(key).equals(createPublicKey(readFileSync(publicKeyFile)))
  )
    throw new Error(`${publicKeyFile} is not the public half of ${file}: commit that first.`);
  return key;
}

/**
 * Writes SHA256SUMS of a release's files, and provenance.json: an in-toto statement of their hashes, the commit and the
 * lockfile (SLSA provenance 1), in a DSSE envelope. Without a key the envelope has no signature.
 */
export function writeProvenance(directory: string, source: ReleaseSource, key: KeyObject | undefined): void {
  const names = readdirSync(directory).toSorted();
  const sums = names.map((name) => `${sha256(join(directory, name))}  ${name}\n`);
  writeFileSync(join(directory, 'SHA256SUMS'), sums.join(''));

  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [...names, 'SHA256SUMS'].map((name) => ({
      name,
      digest: { sha256: sha256(join(directory, name)) },
    })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:alta:release:1',
        externalParameters: { command: 'npm run release', tag: source.tag, imageBase: source.imageBase },
        internalParameters: { node: process.version, npm: source.npmVersion },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: source.commit } },
          // It has the hash of every package.
          { name: 'package-lock.json', digest: { sha256: sha256('package-lock.json') } },
        ],
      },
      runDetails: {
        // A person's machine, not an isolated builder.
        builder: { id: 'urn:alta:maintainer' },
        metadata: {
          invocationId: randomUUID(),
          startedOn: source.startedAt.toISOString(),
          finishedOn: new Date().toISOString(),
        },
      },
    },
  };
  const payload = Buffer.from(JSON.stringify(statement));
  const envelope = {
    payloadType,
    payload: payload.toString('base64'),
    signatures: key ? [{ sig: sign(null, signedBytes(payload), key).toString('base64') }] : [],
  };
  writeFileSync(join(directory, 'provenance.json'), `${JSON.stringify(envelope, null, 2)}\n`);
}

/** The bytes that DSSE signs (its "pre-authentication encoding"). */
const signedBytes = (payload: Buffer) =>
  Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `), payload]);

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
