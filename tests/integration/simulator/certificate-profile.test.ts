import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Environment, type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { type Applicant, newAlias, newApplicant, person } from './applicant.ts';

let simulator: RunningSimulator;
let applicant: Applicant;

beforeAll(async () => {
  simulator = await startSimulator();
  applicant = newApplicant({ commonName: 'otroNombre' });
});
afterAll(() => simulator.stop());

const profiles: { environment: Environment; issuer: string }[] = [
  { environment: 'sandbox', issuer: 'CN=Computadores Test\nO=AFIP\nC=AR' },
  { environment: 'live', issuer: 'CN=Computadores\nO=AFIP\nC=AR' },
];

describe.each(profiles)('a certificate of $environment', ({ environment, issuer }) => {
  let certificate: X509Certificate;
  let pem: string;
  let alias: string;
  let serial: string;

  beforeAll(async () => {
    alias = newAlias();
    const issued = await simulator.issueCertificate(environment, { cuit: person, alias, csr: applicant.csr });
    pem = issued.certificate;
    serial = issued.serial;
    certificate = new X509Certificate(pem);
  });

  test('is named by the typed alias and the operated CUIT, not by the request', () => {
    expect(certificate.subject).toBe(`CN=${alias}\nserialNumber=CUIT ${person}`);
    expect(certificate.issuer).toBe(issuer);
  });

  test('holds the public key of the request', () => {
    const expected = createPublicKey(createPrivateKey(applicant.key)).export({ type: 'spki', format: 'der' });
    expect(certificate.publicKey.export({ type: 'spki', format: 'der' })).toEqual(expected);
  });

  test('writes the CN as UTF8String and the serial number as PrintableString', () => {
    const { attributes } = forge.pki.certificateFromPem(pem).subject;
    expect(attributes.map(({ valueTagClass }) => valueTagClass as unknown as number)).toEqual([
      forge.asn1.Type.UTF8,
      forge.asn1.Type.PRINTABLESTRING,
    ]);
  });

  test('is valid for exactly 730 days from the instant of issue', () => {
    const notBefore = certificate.validFromDate.getTime();
    expect(certificate.validToDate.getTime() - notBefore).toBe(730 * 86_400_000);
    expect(Math.abs(Date.now() - notBefore)).toBeLessThan(30_000);
  });

  test('has a serial number of eight bytes with the top bit clear', () => {
    expect(certificate.serialNumber.toLowerCase()).toBe(serial);
    expect(serial).toMatch(/^[0-7][0-9a-f]{15}$/);
  });

  test('is signed with sha512WithRSAEncryption and has exactly the four extensions', () => {
    const parsed = forge.pki.certificateFromPem(pem);
    expect(parsed.siginfo.algorithmOid).toBe('1.2.840.113549.1.1.13');
    expect(parsed.extensions.map(({ name, critical }) => [name, critical])).toEqual([
      ['basicConstraints', true],
      ['authorityKeyIdentifier', false],
      ['subjectKeyIdentifier', false],
      ['keyUsage', true],
    ]);
    expect(Buffer.from(parsed.extensions[0]?.value, 'latin1').toString('hex')).toBe('3000');
    expect(parsed.extensions[3]).toMatchObject({
      digitalSignature: true,
      nonRepudiation: true,
      keyEncipherment: true,
      dataEncipherment: false,
      keyCertSign: false,
    });
  });

  test('chains to the authorities published at ca.pem, and to no other environment’s', async () => {
    const other = environment === 'sandbox' ? 'live' : 'sandbox';
    const [issuing, root] = await authorities(environment);
    const [foreign] = await authorities(other);
    expect(certificate.checkIssued(issuing)).toBe(true);
    expect(certificate.verify(issuing.publicKey)).toBe(true);
    expect(issuing.verify(root.publicKey)).toBe(true);
    expect(issuing.ca && root.ca && !certificate.ca).toBe(true);
    expect(certificate.verify(foreign.publicKey)).toBe(false);
  });

  test.skipIf(!hasOpenssl())('looks to openssl like ARCA’s', () => {
    const text = execFileSync('openssl', ['x509', '-noout', '-text'], { input: pem }).toString();
    expect(text).toContain('Signature Algorithm: sha512WithRSAEncryption');
    expect(text).toContain('Digital Signature, Non Repudiation, Key Encipherment');
    expect(text).toMatch(/Basic Constraints: critical\s+CA:FALSE/);
    expect(text).not.toContain('Extended Key Usage');
  });
});

async function authorities(environment: Environment): Promise<[X509Certificate, X509Certificate]> {
  const bundle = await (await fetch(`${simulator.url}/${environment}/portal/ca.pem`)).text();
  const [issuing = '', root = ''] = bundle.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? [];
  return [new X509Certificate(issuing), new X509Certificate(root)];
}

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version']);
    return true;
  } catch {
    return false;
  }
}
