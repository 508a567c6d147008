import { X509Certificate } from 'node:crypto';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { childrenOf, type DerElement, readElement } from './der.ts';
import { type DistinguishedName, readName } from './distinguished-name.ts';
import { fingerprintOf } from './key-pair.ts';
import { encodePem } from './pem.ts';

export interface CertificateDescription {
  /** Encoded anew from the DER, so that no other content of the upload remains. */
  pem: string;
  /** Subject CN: the name in the portal, which may differ from the alias we proposed. */
  alias: string;
  /**
   * CUIT of the subject, eleven digits; empty if the subject has none. In the sandbox it is the person's, not
   * the company's.
   */
  holderCuit: string;
  issuer: string;
  notBefore: Date;
  notAfter: Date;
  /** SHA-256 of the whole certificate, hex. */
  fingerprint: string;
  /** SHA-256 of the public key's SPKI, hex; comparable with that of a key pair. */
  publicKeyFingerprint: string;
}

export interface ReadCertificate {
  der: Buffer;
  x509: X509Certificate;
  subject: DistinguishedName;
  issuer: DistinguishedName;
  publicKeyFingerprint: string;
  /** Id of the issuer's key, hex, from the extension authorityKeyIdentifier. */
  issuerKeyId?: string | undefined;
}

/** The object id 2.5.29.35, in hex, without tag and length. */
const authorityKeyIdentifier = '551d23';

/** Parses DER that passed `findDerFault`. Returns undefined if it is not a certificate. */
export function readCertificate(der: Buffer): ReadCertificate | undefined {
  const [body] = inside(der, readElement(der, 0));
  const fields = inside(der, body);
  // RFC 5280, 4.1: version [0]?, serial, signature, issuer, validity, subject, subjectPublicKeyInfo, …
  const afterVersion = fields[0]?.tag === 0xa0 ? 1 : 0;
  const [serial, , issuer, , subject, publicKey] = fields.slice(afterVersion);
  const extensions = readExtensions(der, fields);
  if (!serial || !issuer || !subject || !publicKey || !extensions) return undefined;
  // OpenSSL accepts a negative serial (4.1.2.2) and a repeated extension (4.2), but no CA issues them.
  if (((der[serial.content] ?? 0) & 0x80) !== 0) return undefined;
  const x509 = parseX509(der);
  if (!x509 || hasUnreadableDates(x509)) return undefined;
  return {
    der,
    x509,
    subject: readName(der, subject),
    issuer: readName(der, issuer),
    publicKeyFingerprint: fingerprintOf(der.subarray(publicKey.start, publicKey.end)),
    issuerKeyId: readIssuerKeyId(der, extensions.get(authorityKeyIdentifier)),
  };
}

/**
 * Returns true for dates that OpenSSL prints as "Bad time value". Node's `validFromDate` is then
 * uninitialised memory: sometimes NaN, sometimes a plausible wrong date.
 */
function hasUnreadableDates({ validFrom, validTo }: X509Certificate): boolean {
  return Number.isNaN(Date.parse(validFrom)) || Number.isNaN(Date.parse(validTo));
}

function parseX509(der: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

export function describeCertificate(certificate: ReadCertificate): CertificateDescription {
  return {
    pem: encodePem('CERTIFICATE', certificate.der),
    alias: certificate.subject.commonName[0] ?? '',
    holderCuit: holderCuitOf(certificate),
    issuer: certificate.issuer.commonName[0] ?? '',
    notBefore: certificate.x509.validFromDate,
    notAfter: certificate.x509.validToDate,
    fingerprint: fingerprintOf(certificate.der),
    publicKeyFingerprint: certificate.publicKeyFingerprint,
  };
}

/**
 * Reads the CUIT from `serialNumber=CUIT nnnnnnnnnnn`, never from the CN, which is free text. Empty if there
 * are two serial numbers.
 */
function holderCuitOf({ subject }: ReadCertificate): string {
  const [serialNumber = '', ...others] = subject.serialNumber;
  const code = normaliseCuit(/^CUI[TL] (.{11,13})$/.exec(serialNumber)?.[1] ?? '');
  return others.length === 0 && isValidCuit(code) ? code : '';
}

/** Returns the extension values by object id; undefined if an extension occurs twice. */
function readExtensions(der: Buffer, fields: DerElement[]): Map<string, DerElement> | undefined {
  const values = new Map<string, DerElement>();
  const wrapper = fields.find((field) => field.tag === 0xa3);
  for (const extension of inside(der, inside(der, wrapper)[0])) {
    const parts = inside(der, extension);
    const id = parts[0] ? der.toString('hex', parts[0].content, parts[0].end) : '';
    const value = parts.at(-1);
    if (!value || values.has(id)) return undefined;
    values.set(id, value);
  }
  return values;
}

function readIssuerKeyId(der: Buffer, value: DerElement | undefined): string | undefined {
  if (!value) return undefined;
  const [keyId] = inside(der, readElement(der, value.content, value.end));
  return keyId?.tag === 0x80 ? der.toString('hex', keyId.content, keyId.end) : undefined;
}

function inside(der: Buffer, element: DerElement | undefined): DerElement[] {
  return element ? childrenOf(der, element) : [];
}
