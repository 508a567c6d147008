import { Secret, TOTP } from 'otpauth';

/** A person's authenticator app: the codes for the secret, now or some seconds from now. */
export function authenticatorOf(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  return {
    codeAt: (now: Date, seconds = 0) => totp.generate({ timestamp: now.getTime() + seconds * 1_000 }),
  };
}

/** A code that is not valid now, nor in the minute around it. */
export function wrongCodeFor(secret: string, now = new Date()): string {
  const { codeAt } = authenticatorOf(secret);
  const right = [-30, 0, 30, 60].map((seconds) => codeAt(now, seconds));
  return ['000000', '000001', '000002', '000003', '000004'].find((code) => !right.includes(code)) ?? '';
}
