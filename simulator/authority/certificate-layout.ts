import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';
import { bytesOf, childAt } from './certificate-request.ts';
import * as der from './der.ts';

export type NameAttribute = { type: 'CN' | 'O' | 'C' | 'serialNumber'; value: string };

export type CertificateFields = {
  serial: Buffer;
  /** In DER order: CN first, as in ARCA's subjects and issuers (docs/authority.md#issued-certificate). */
  issuer: NameAttribute[];
  subject: NameAttribute[];
  notBefore: Date;
  notAfter: Date;
  publicKey: KeyObject;
  extensions: der.Node[];
};

const attributeOids = { CN: '2.5.4.3', O: '2.5.4.10', C: '2.5.4.6', serialNumber: '2.5.4.5' };
// X.520 defines country and serial number as PrintableString. ARCA writes the rest as UTF8String.
const printableTypes = new Set<NameAttribute['type']>(['C', 'serialNumber']);
const sha512WithRsa = '1.2.840.113549.1.1.13';

/** Signs with node:crypto and returns PEM. */
export function signCertificate(fields: CertificateFields, issuerKey: KeyObject): string {
  const algorithm = der.sequence(der.oid(sha512WithRsa), der.nothing());
  const toBeSigned = der.sequence(
    der.explicit(0, der.integer(Buffer.from([2]))),
    der.integer(fields.serial),
    algorithm,
    name(fields.issuer),
    der.sequence(der.time(fields.notBefore), der.time(fields.notAfter)),
    name(fields.subject),
    der.decode(fields.publicKey.export({ type: 'spki', format: 'der' })),
    der.explicit(3, der.sequence(...fields.extensions)),
  );
  const signature = sign('sha512', der.encode(toBeSigned), issuerKey);
  return toPem(der.encode(der.sequence(toBeSigned, algorithm, der.bits(signature))));
}

/** RFC 5280, 4.2.1.2 (1): SHA-1 of the public key's bits. */
export function keyIdentifier(publicKey: KeyObject): Buffer {
  const spki = der.decode(publicKey.export({ type: 'spki', format: 'der' }));
  const bits = bytesOf(childAt(spki, 1)).subarray(1);
  return createHash('sha1').update(bits).digest();
}

function name(attributes: NameAttribute[]): der.Node {
  const relative = attributes.map(({ type, value }) => {
    const text = printableTypes.has(type) ? der.printable(value) : der.utf8(value);
    return der.set(der.sequence(der.oid(attributeOids[type]), text));
  });
  return der.sequence(...relative);
}

function toPem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

/** Eight random bytes. A clear top bit and a non-zero first byte keep the DER encoding at eight bytes too. */
export function randomSerial(): Buffer {
  const bytes = randomBytes(8);
  const first = bytes.readUInt8(0) & 0x7f;
  bytes.writeUInt8(first === 0 ? 1 : first, 0);
  return bytes;
}
