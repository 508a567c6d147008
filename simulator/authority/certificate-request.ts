import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { Refusal } from '../refusal.ts';
import { bytesOf, childAt, childrenOf, oidOf } from './asn1-reading.ts';
import * as der from './der.ts';

const minimumBits = 2048;

// Which hash signs the request is not the authority's concern: even MD5 is taken.
const signatureHashes: Record<string, string> = {
  '1.2.840.113549.1.1.4': 'md5',
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
};

/** All that the authority takes from a request; its subject is never read (docs/authority.md#certificate-request). */
export function readRequestKey(request: string | Buffer): KeyObject {
  const key = tryRead(Buffer.from(request));
  if (!key) throw new Refusal('El Request enviado es inválido. Por favor revíselo');
  return key;
}

function tryRead(bytes: Buffer): KeyObject | undefined {
  try {
    const request = der.decode(unarmour(bytes));
    const information = childAt(request, 0);
    if (childrenOf(request).length !== 3 || childrenOf(information).length < 3) return undefined;
    const spki = der.encode(childAt(information, 2));
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    if (key.asymmetricKeyType !== 'rsa') return undefined;
    if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < minimumBits) return undefined;
    const hash = signatureHashes[oidOf(childAt(childAt(request, 1), 0))];
    const signature = bytesOf(childAt(request, 2)).subarray(1);
    return hash && verify(hash, der.encode(information), key, signature) ? key : undefined;
  } catch {
    return undefined;
  }
}

function unarmour(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const body =
    /-----BEGIN (?:NEW )?CERTIFICATE REQUEST-----([^-]+)-----END (?:NEW )?CERTIFICATE REQUEST-----/;
  const armoured = body.exec(text)?.[1];
  return armoured ? Buffer.from(armoured, 'base64') : bytes;
}
