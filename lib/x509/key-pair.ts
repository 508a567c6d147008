import { createPrivateKey, generateKeyPair, hash, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

export interface KeyPair {
  /** DER. The caller must seal it and then overwrite it with zeros. */
  privateKeyPkcs8: Buffer;
  publicKeyFingerprint: string;
}

/**
 * Generates an RSA-2048 key on libuv's thread pool. The authority asks for "mínimo de 2048 bits" and has only
 * issued certificates for 2048; whether it accepts 4096 is unknown.
 */
export async function createKeyPair(): Promise<KeyPair> {
  const { privateKey, publicKey } = await generate('rsa', {
    modulusLength: 2048,
    publicExponent: 0x10001,
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  return { privateKeyPkcs8: privateKey, publicKeyFingerprint: fingerprintOf(publicKey) };
}

export function privateKeyOf(pkcs8: Buffer): KeyObject {
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
}

/** Returns the SHA-256, in hex, of a public key's SPKI or of a whole certificate. */
export function fingerprintOf(der: Uint8Array): string {
  return hash('sha256', der, 'hex');
}
