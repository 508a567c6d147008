import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/*
 * Codes by time, RFC 6238, with what every authenticator has in common: SHA-1, six digits, 30 seconds. An HMAC is no
 * worse for SHA-1's collisions.
 */
const stepSeconds = 30;
const digits = 6;

/** 160 bits, as RFC 4226 recommends. */
export const newTotpSecret = (): Buffer => randomBytes(20);

export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text);

/**
 * Of which step the code is: this one, or one beside it, since clocks are not quite right and people type slowly.
 * Undefined for a code of none of them.
 */
export function stepOfCode(secret: Buffer, code: string, now = new Date()): number | undefined {
  const current = Math.floor(now.getTime() / 1_000 / stepSeconds);
  const given = Buffer.from(code);
  return [current, current - 1, current + 1].find((step) => {
    const right = Buffer.from(codeOfStep(secret, step));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/** RFC 4226, 5.3. */
function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** What an authenticator reads from the QR. The issuer is what it lists the account under. */
export function totpAddress(
  secret: Buffer,
  { issuer, account }: { issuer: string; account: string },
): string {
  const label = [issuer, account].map(encodeURIComponent).join(':');
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

/** RFC 4648, without padding: what an authenticator takes where there is no camera. */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
