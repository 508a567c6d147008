import { randomBytes } from 'node:crypto';

// Crockford's base32, which has no letters to take for others: five bits each.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `K3J9F-7QW2M-…`, for a person to type: groups of five; what is left over is in the last. */
export function newTypedCode(length: number): string {
  const letters = Array.from(randomBytes(length), (byte) => alphabet[byte % 32]).join('');
  return letters.replace(/(.{5})(?=.{5})/g, '$1-');
}

/** However it was typed: case, spaces and hyphens do not count, and look-alikes are what they look like. */
export const canonicalCode = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
