import { describe, expect, it } from 'vitest';
import { createCertificateRequest } from '#lib/x509/certificate-request.ts';
import { spkiOf, testKey } from '#tests/support/pki.ts';
import { hasOpenssl, openssl } from './openssl.ts';

const { privateKey, publicKey } = testKey(1);
const subject = { privateKey, alias: 'alta2xk9d', organisation: 'Empresa S.A.', cuit: '30712345671' };

describe('a certificate request', () => {
  it('is PEM in lines of 64 characters', () => {
    const lines = createCertificateRequest(subject).trimEnd().split('\n');
    expect(lines.at(0)).toBe('-----BEGIN CERTIFICATE REQUEST-----');
    expect(lines.at(-1)).toBe('-----END CERTIFICATE REQUEST-----');
    expect(lines.slice(1, -2).every((line) => line.length === 64)).toBe(true);
  });

  it('also accepts the key as DER', () => {
    const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
    expect(createCertificateRequest({ ...subject, privateKey: pkcs8 })).toBe(
      createCertificateRequest(subject),
    );
  });

  it.skipIf(!hasOpenssl).each([
    ['Empresa S.A.', 'Empresa S.A.'],
    ['Ñandú & Cía. S.R.L.', 'Nandu y Cia. S.R.L.'],
    ['“La Única” @ 100 %', 'La Unica 100'],
    ['日本', 'alta2xk9d'],
    ['\r\n\0', 'alta2xk9d'],
    ['x'.repeat(90), 'x'.repeat(64)],
    [`${'x'.repeat(63)} yz`, 'x'.repeat(63)],
  ])('for %j verifies and names the organization %j', (organisation, written) => {
    const csr = createCertificateRequest({ ...subject, organisation });
    expect(openssl(['req', '-verify', '-noout'], csr)).toMatchObject({ ok: true });
    const shown = openssl(['req', '-noout', '-subject', '-nameopt', 'sep_comma_plus,show_type'], csr).stdout;
    expect(shown.toString().trim()).toBe(
      'subject=C=PRINTABLESTRING:AR,' +
        `O=PRINTABLESTRING:${written},CN=PRINTABLESTRING:alta2xk9d,` +
        'serialNumber=PRINTABLESTRING:CUIT 30712345671',
    );
  });

  it.skipIf(!hasOpenssl)('carries our public key and is signed with SHA-256', () => {
    const csr = createCertificateRequest(subject);
    const key = openssl(['req', '-noout', '-pubkey'], csr).stdout.toString();
    expect(key.replace(/-----[^-]+-----|\s/g, '')).toBe(spkiOf(publicKey).toString('base64'));
    expect(openssl(['req', '-noout', '-text'], csr).stdout.toString()).toContain('sha256WithRSAEncryption');
  });
});
