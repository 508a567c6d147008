import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  X509Certificate,
} from 'node:crypto';
import { promisify } from 'node:util';
import { type AuthorityName, type Environment, profiles } from '../environment.ts';
import { type NameAttribute, randomSerial, signCertificate } from './certificate-layout.ts';
import { authorityExtensions } from './extensions.ts';

/** Certificates and keys stored in the data directory, all PEM. */
export type AuthorityMaterial = {
  rootCertificate: string;
  issuingCertificate: string;
  issuingKey: string;
  ticketKey: string;
};

export type CertificationAuthority = {
  issuingCertificate: X509Certificate;
  issuingKey: KeyObject;
  issuingPublicKey: KeyObject;
  /** WSAA signs tokens with it and WSFE verifies them. Each environment has a different key. */
  ticketKey: KeyObject;
  ticketPublicKey: KeyObject;
  /** Issuing certificate, then root, PEM. */
  bundle: string;
};

const generate = promisify(generateKeyPair);

export async function createAuthorityMaterial(environment: Environment): Promise<AuthorityMaterial> {
  const { root, issuing } = profiles[environment];
  const rootKeys = await generate('rsa', { modulusLength: 2048 });
  const issuingKeys = await generate('rsa', { modulusLength: 2048 });
  // 1024 bits, because a real `sign` is 128 bytes (docs/authority.md#access-ticket).
  const ticketKeys = await generate('rsa', { modulusLength: 1024 });
  return {
    rootCertificate: authorityCertificate(root, rootKeys.publicKey, root, rootKeys),
    issuingCertificate: authorityCertificate(issuing, issuingKeys.publicKey, root, rootKeys),
    issuingKey: exportKey(issuingKeys.privateKey),
    ticketKey: exportKey(ticketKeys.privateKey),
  };
}

export function openAuthority(material: AuthorityMaterial): CertificationAuthority {
  const issuingKey = createPrivateKey(material.issuingKey);
  const ticketKey = createPrivateKey(material.ticketKey);
  return {
    issuingCertificate: new X509Certificate(material.issuingCertificate),
    issuingKey,
    issuingPublicKey: createPublicKey(issuingKey),
    ticketKey,
    ticketPublicKey: createPublicKey(ticketKey),
    bundle: material.issuingCertificate + material.rootCertificate,
  };
}

/** ARCA's distinguished names in DER order: `CN=…, O=AFIP, C=AR`. */
export function authorityName(commonName: string): NameAttribute[] {
  return [
    { type: 'CN', value: commonName },
    { type: 'O', value: 'AFIP' },
    { type: 'C', value: 'AR' },
  ];
}

function authorityCertificate(
  subject: AuthorityName,
  publicKey: KeyObject,
  issuer: AuthorityName,
  issuerKeys: { publicKey: KeyObject; privateKey: KeyObject },
): string {
  return signCertificate(
    {
      serial: randomSerial(),
      issuer: authorityName(issuer.commonName),
      subject: authorityName(subject.commonName),
      notBefore: new Date(subject.notBefore),
      notAfter: new Date(subject.notAfter),
      publicKey,
      extensions: authorityExtensions(publicKey, issuerKeys.publicKey),
    },
    issuerKeys.privateKey,
  );
}

function exportKey(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
