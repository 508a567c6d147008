import type { Expectation } from '#lib/certificates/checks.ts';
import {
  type CertificateFields,
  issueCertificate,
  type NameEntry,
  spkiFingerprint,
  testAuthority,
  testKey,
} from '#tests/support/pki.ts';

/** The one valid thing that each row of these tests changes. */
export const supplierCuit = '30712345671';
export const personCuit = '20111111112';
export const alias = 'alta2xk9d';
export const ourKey = testKey(1);
export const otherKey = testKey(2);

/** The second in which the tests began: certificates are issued a minute before, unless they say otherwise. */
export const now = new Date(Math.floor(Date.now() / 1000) * 1000);

export const day = 86_400_000;
export const minute = 60_000;
export const nowPlus = (ms: number) => new Date(now.getTime() + ms);

export const cn: NameEntry = ['CN', alias];

export const live: Expectation = {
  environment: 'live',
  cuit: supplierCuit,
  keys: [{ publicKeyFingerprint: spkiFingerprint(ourKey.publicKey), alias }],
};
export const sandbox: Expectation = { ...live, environment: 'sandbox' };

export function issueLive(fields: Partial<CertificateFields> = {}): Buffer {
  return issueCertificate(
    testAuthority('live'),
    { alias, cuit: supplierCuit, publicKey: ourKey.publicKey },
    fields,
  );
}

export function issueSandbox(fields: Partial<CertificateFields> = {}): Buffer {
  return issueCertificate(
    testAuthority('sandbox'),
    { alias, cuit: personCuit, publicKey: ourKey.publicKey },
    fields,
  );
}
