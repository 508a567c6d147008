import { Secret, TOTP, URI } from 'otpauth';
import { expect, test } from 'vitest';
import { base32, buildTotpUri, findTotpStep, generateTotpSecret } from '#lib/accounts/second-factor.ts';

/** RFC 6238, appendix B, for SHA-1; of its eight digits the last six. */
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

test.each(vectors)('the code at %d s is that of RFC 6238', (seconds, code) => {
  const step = findTotpStep(Buffer.from('12345678901234567890'), code, new Date(seconds * 1_000));
  expect(step).toBe(Math.floor(seconds / 30));
});

test.each([
  [-60, false],
  [-30, true],
  [0, true],
  [30, true],
  [60, false],
])('a code generated %d s from now is accepted: %s', (seconds, isTaken) => {
  const secret = generateTotpSecret();
  const now = new Date(1_800_000_000_000);
  const authenticator = new TOTP({ secret: Secret.fromBase32(base32(secret)) });
  const code = authenticator.generate({ timestamp: now.getTime() + seconds * 1_000 });
  expect(findTotpStep(secret, code, now) !== undefined).toBe(isTaken);
});

test('the QR has what an authenticator needs', () => {
  const secret = generateTotpSecret();
  const account = 'ana+caja@example.com.ar';
  const read = URI.parse(buildTotpUri(secret, { issuer: 'Alta (alta.example.com)', account }));
  expect(read).toBeInstanceOf(TOTP);
  expect(read).toMatchObject({
    issuer: 'Alta (alta.example.com)',
    label: account,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  });
  expect(Buffer.from(read.secret.bytes)).toEqual(secret);
});
