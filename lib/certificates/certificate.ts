import { X509Certificate } from 'node:crypto';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { childrenOf, type DerElement, readElement } from './der.ts';
import { type DistinguishedName, readName } from './distinguished-name.ts';
import { fingerprintOf } from './key-pair.ts';
import { encodePem } from './pem.ts';

/** What Alta keeps and shows of an issued certificate. */
export interface CertificateDescription {
  /** Re-serialised by us: nothing of an upload but its DER gets through. */
  pem: string;
  /** The subject's CN: the name the portal filed it under, which may differ from the one we proposed. */
  alias: string;
  /** Eleven digits. In the sandbox it is the person's, not the company's. Empty if the subject has none. */
  holderCuit: string;
  /** The issuer's CN. */
  issuer: string;
  notBefore: Date;
  notAfter: Date;
  /** SHA-256 in hex of the whole certificate. */
  fingerprint: string;
  /** SHA-256 in hex of the public key's SPKI; compare with a key pair's. */
  publicKeyFingerprint: string;
}

/** A certificate as the checks look at it. */
export interface ReadCertificate {
  der: Buffer;
  x509: X509Certificate;
  subject: DistinguishedName;
  issuer: DistinguishedName;
  publicKeyFingerprint: string;
  /** The AKI's keyid, hex; the certificate names its issuer's key with it. */
  issuerKeyId?: string | undefined;
}

/** 2.5.29.35, authorityKeyIdentifier. */
const authorityKeyIdentifier = '551d23';

/** Reads DER that passed `findDerFault`; undefined where OpenSSL or its structure says it is no certificate. */
export function readCertificate(der: Buffer): ReadCertificate | undefined {
  const [body] = inside(der, readElement(der, 0));
  const fields = inside(der, body);
  // RFC 5280, 4.1: version [0]?, serial, signature, issuer, validity, subject, subjectPublicKeyInfo, …
  const afterVersion = fields[0]?.tag === 0xa0 ? 1 : 0;
  const [, , issuer, , subject, publicKey] = fields.slice(afterVersion);
  if (!issuer || !subject || !publicKey) return undefined;
  try {
    return {
      der,
      x509: new X509Certificate(der),
      subject: readName(der, subject),
      issuer: readName(der, issuer),
      publicKeyFingerprint: fingerprintOf(der.subarray(publicKey.start, publicKey.end)),
      issuerKeyId: readIssuerKeyId(der, fields),
    };
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

/** From `serialNumber=CUIT nnnnnnnnnnn` alone, never from the CN, which is free text. Two of them are none. */
function holderCuitOf({ subject }: ReadCertificate): string {
  const [serialNumber = '', ...others] = subject.serialNumber;
  const code = normaliseCuit(/^CUI[TL] (.{11,13})$/.exec(serialNumber)?.[1] ?? '');
  return others.length === 0 && isValidCuit(code) ? code : '';
}

function readIssuerKeyId(der: Buffer, fields: DerElement[]): string | undefined {
  const [extensions] = inside(
    der,
    fields.find((field) => field.tag === 0xa3),
  );
  for (const extension of inside(der, extensions)) {
    const parts = inside(der, extension);
    const [id] = parts;
    const value = parts.at(-1);
    if (!id || !value || der.toString('hex', id.content, id.end) !== authorityKeyIdentifier) continue;
    const [keyId] = inside(der, readElement(der, value.content, value.end));
    return keyId?.tag === 0x80 ? der.toString('hex', keyId.content, keyId.end) : undefined;
  }
  return undefined;
}

function inside(der: Buffer, element: DerElement | undefined): DerElement[] {
  return element ? childrenOf(der, element) : [];
}
