import { randomBytes } from 'node:crypto';

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// 248 = 4 × 62. Larger bytes (248 and up) are discarded, so that each character is equally likely.
const evenUpTo = 248;

/** `length` random base62 characters, 5.95 bits each. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < evenUpTo && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}
