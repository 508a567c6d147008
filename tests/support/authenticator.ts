import { Secret, TOTP } from 'otpauth';

/** What a person's telephone does with the secret: the codes it shows, now or so many seconds from now. */
export function authenticatorOf(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  return {
    codeAt: (now: Date, seconds = 0) => totp.generate({ timestamp: now.getTime() + seconds * 1_000 }),
  };
}

/** A code that is not the one of now, nor of the minute around it. */
export function wrongCodeFor(secret: string, now = new Date()): string {
  const { codeAt } = authenticatorOf(secret);
  const right = [-30, 0, 30, 60].map((seconds) => codeAt(now, seconds));
  return ['000000', '000001', '000002', '000003', '000004'].find((code) => !right.includes(code)) ?? '';
}
