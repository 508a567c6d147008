import { crc32 } from 'node:zlib';
import type { Environment } from '#lib/authority-environment.ts';
import { base62, randomText } from '#lib/random-text.ts';

// 43 characters of base62 carry 256 bits, which a fast hash protects well enough (ASVS 5.0, 6.5.2).
const secretLength = 43;
const checksumLength = 6;

/**
 * `alta_live_`, the secret, and the CRC-32 of both: who looks for keys that leaked knows one without asking us, as
 * docs/authentication.md tells. Tokens of before have no checksum.
 */
export function createToken(environment: Environment): string {
  const text = `alta_${environment}_${randomText(secretLength)}`;
  return text + checksumOf(text);
}

/** Its first characters, to tell keys apart in a list. */
export const prefixOf = (token: string): string => token.slice(0, 4 - secretLength - checksumLength);

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < checksumLength) {
    digits = `${base62[rest % base62.length]}${digits}`;
    rest = Math.floor(rest / base62.length);
  }
  return digits;
}
