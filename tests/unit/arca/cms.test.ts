import { describe, expect, it } from 'vitest';
import { createTicketRequest, signMessage } from '#lib/arca/wsaa.ts';
import { issueCertificate, testAuthority, testKey, toPem } from '#tests/support/pki.ts';
import { hasOpenssl, openssl } from '#tests/unit/certificates/openssl.ts';

const { privateKey, publicKey } = testKey(1);
const der = issueCertificate(testAuthority('live'), { alias: 'alta2xk9d', cuit: '30712345671', publicKey });
const signer = { certificatePem: toPem(der), privateKey };
const now = new Date('2026-11-21T02:00:00Z');

describe('a signed message', () => {
  it.skipIf(!hasOpenssl)('verifies with OpenSSL and yields its content', () => {
    const cms = signMessage('<a>Ñandú</a>', signer, now);
    const verified = openssl(['cms', '-verify', '-noverify', '-binary', '-inform', 'DER'], cms);
    expect(verified).toMatchObject({ ok: true });
    expect(verified.stdout.toString()).toBe('<a>Ñandú</a>');
  });

  it.skipIf(!hasOpenssl)('has the form that the authority accepts', () => {
    const cms = signMessage('content', signer, now);
    const text = openssl(['cms', '-cmsout', '-print', '-noout', '-inform', 'DER'], cms).stdout.toString();
    for (const part of [
      'sha256',
      'rsaEncryption',
      'd.issuerAndSerialNumber',
      'contentType',
      'signingTime',
      'messageDigest',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('Nov 21 02:00:00 2026 GMT');
  });

  it("carries the signer's certificate unchanged, and no key", () => {
    const cms = signMessage('content', signer, now);
    expect(cms.includes(der)).toBe(true);
    for (const part of ['d', 'p', 'q'] as const) {
      const secret = Buffer.from(privateKey.export({ format: 'jwk' })[part] ?? '', 'base64url');
      expect(secret.length).toBeGreaterThan(100);
      expect(cms.includes(secret)).toBe(false);
    }
  });

  it.skipIf(!hasOpenssl)('does not verify once its content is changed', () => {
    const cms = signMessage('content', signer, now);
    cms.write('CONTENT', cms.indexOf('content'), 'latin1');
    expect(openssl(['cms', '-verify', '-noverify', '-inform', 'DER'], cms)).toMatchObject({ ok: false });
  });
});

describe('a ticket request', () => {
  const fieldOf = (xml: string, name: string) =>
    new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';

  it('begins ten minutes ago and ends in ten, in Argentine time', () => {
    const xml = createTicketRequest('wsfe', now);
    expect(fieldOf(xml, 'generationTime')).toBe('2026-11-20T22:50:00-03:00');
    expect(fieldOf(xml, 'expirationTime')).toBe('2026-11-20T23:10:00-03:00');
    expect(new Date(fieldOf(xml, 'generationTime')).getTime()).toBe(now.getTime() - 600_000);
    expect(fieldOf(xml, 'service')).toBe('wsfe');
  });

  it('has a unique unsigned 32-bit id', () => {
    const ids = Array.from({ length: 500 }, () =>
      Number(fieldOf(createTicketRequest('wsfe', now), 'uniqueId')),
    );
    expect(new Set(ids).size).toBeGreaterThan(495);
    for (const id of ids) expect(id > 0 && id <= 4_294_967_295).toBe(true);
  });

  it('names neither source nor destination', () => {
    expect(createTicketRequest('wsfe', now)).not.toMatch(/source|destination/);
  });
});
