import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import forge from 'node-forge';
import { Refusal } from '../refusal.ts';
import type { Node } from './der.ts';
import * as der from './der.ts';

const minimumBits = 2048;

// The authority accepts any signature hash, even MD5.
const signatureHashes: Record<string, string> = {
  '1.2.840.113549.1.1.4': 'md5',
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
};

/** Only the public key counts: the subject is ignored (docs/authority.md#certificate-request). */
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

const { asn1 } = forge;

export function childrenOf(node: Node | undefined): Node[] {
  if (!node || !Array.isArray(node.value)) throw new TypeError('a constructed value was expected');
  return node.value;
}

export function childAt(node: Node | undefined, index: number): Node {
  const child = childrenOf(node)[index];
  if (!child) throw new TypeError(`element ${index} is missing`);
  return child;
}

/**
 * Content of a primitive, or the joined parts of a constructed OCTET STRING (BER, which some signers stream).
 */
export function bytesOf(node: Node): Buffer {
  if (typeof node.value === 'string') return Buffer.from(node.value, 'latin1');
  return Buffer.concat(childrenOf(node).map(bytesOf));
}

export function oidOf(node: Node): string {
  if (node.type !== asn1.Type.OID) throw new TypeError('an object identifier was expected');
  return asn1.derToOid(forge.util.createBuffer(bytesOf(node).toString('latin1')));
}

export function isContext(node: Node | undefined, tag: number): node is Node {
  return node?.tagClass === asn1.Class.CONTEXT_SPECIFIC && (node.type as number) === tag;
}
