import { X509Certificate } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkUpload } from '#lib/certificates/checks.ts';
import { readTrustBundle } from '#lib/certificates/trust-bundle.ts';
import { createAuthority, issueCertificate, testAuthority, toPem } from '#tests/support/pki.ts';
import { alias, issueLive, issueSandbox, live, ourKey, supplierCuit } from './case.ts';

const issuing = testAuthority('live');
const root = testAuthority('live', 'root');
const trustBundle = [
  root.x509,
  issuing.x509,
  testAuthority('sandbox').x509,
  testAuthority('sandbox', 'root').x509,
];
const holder = { alias, cuit: supplierCuit, publicKey: ourKey.publicKey };
const past = { notBefore: new Date('2015-01-01'), notAfter: new Date('2020-01-01') };

describe('with a trust bundle', () => {
  it('a certificate of the chain is accepted', () => {
    expect(checkUpload(issueLive(), { ...live, trustBundle }).kind).toBe('accepted');
    expect(checkUpload(issueSandbox(), { ...live, environment: 'sandbox', trustBundle }).kind).toBe(
      'accepted',
    );
  });

  it('a certificate is accepted when the bundle has only the issuing CA', () => {
    expect(checkUpload(issueLive(), { ...live, trustBundle: [issuing.x509] }).kind).toBe('accepted');
  });

  const clone = createAuthority({ commonName: 'Computadores', key: 50 });
  const expired = createAuthority({ commonName: 'Computadores', key: 51, issuer: root, fields: past });
  const expiredRoot = createAuthority({ commonName: 'AFIP Root CA 2', key: 52, fields: past });
  const underExpiredRoot = createAuthority({ commonName: 'Computadores', key: 53, issuer: expiredRoot });
  // A leaf that has the issuer's name and signs as if it were a CA (the shape of CVE-2026-33896).
  const leaf = createAuthority({
    commonName: 'Computadores',
    key: 54,
    issuer: root,
    fields: { isAuthority: false },
  });

  it.each([
    ['signed by a clone of the issuer', issueCertificate(clone, holder), trustBundle],
    [
      'signed by a clone that shows the real key id',
      issueLive({ signingKey: clone.privateKey }),
      trustBundle,
    ],
    ['of a CA that has expired', issueCertificate(expired, holder), [root.x509, expired.x509]],
    [
      'of a CA whose root has expired',
      issueCertificate(underExpiredRoot, holder),
      [expiredRoot.x509, underExpiredRoot.x509],
    ],
    ['signed by a leaf', issueCertificate(leaf, holder), [root.x509, leaf.x509]],
    ['of a CA that is not in the bundle', issueLive(), [root.x509]],
    ['changed after it was signed', tampered(), trustBundle],
  ])('a certificate %s is untrusted', (_, der, bundle) => {
    expect(checkUpload(der, { ...live, trustBundle: bundle })).toMatchObject({
      reason: 'untrusted',
      detail: { issuer: 'Computadores' },
    });
  });

  it('two CAs that vouch for each other cause no endless loop', () => {
    const one = createAuthority({ commonName: 'Computadores', key: 55, issuer: clone });
    const names = [one.x509, new X509Certificate(clone.der), clone.x509];
    expect(checkUpload(issueCertificate(one, holder), { ...live, trustBundle: names }).kind).toMatch(
      /accepted|refused/,
    );
  });
});

describe('a trust bundle directory', () => {
  it('yields every certificate in its .pem and .crt files', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'bundle-'));
    writeFileSync(join(directory, 'live.pem'), `the live chain\n${toPem(root.der)}${toPem(issuing.der)}`);
    writeFileSync(join(directory, 'sandbox.crt'), toPem(testAuthority('sandbox').der));
    writeFileSync(join(directory, 'README'), 'not a certificate');
    const subjects = (await readTrustBundle(directory)).map(({ fingerprint256 }) => fingerprint256);
    expect(subjects).toEqual(
      [root, issuing, testAuthority('sandbox')].map(({ x509 }) => x509.fingerprint256),
    );
  });

  it('with a file without certificates fails with the file’s name', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'bundle-'));
    writeFileSync(join(directory, 'chain.pem'), 'nothing');
    await expect(readTrustBundle(directory)).rejects.toThrow('chain.pem');
  });
});

function tampered(): Buffer {
  const der = issueLive();
  const last = der.length - 1;
  der[last] = (der[last] ?? 0) ^ 1;
  return der;
}
