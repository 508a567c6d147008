import type { KeyObject } from 'node:crypto';
import { type Environment, profiles } from '../environment.ts';
import { randomSerial, signCertificate } from './certificate-layout.ts';
import { authorityName, type CertificationAuthority } from './certification-authority.ts';
import { leafExtensions } from './extensions.ts';

const validityMs = 730 * 86_400_000;

export type IssuedCertificate = { certificate: string; serial: string; notBefore: Date; notAfter: Date };

export interface Validity {
  notBefore: Date;
  notAfter: Date;
}

/**
 * A certificate for `CN=<alias>, serialNumber=CUIT <cuit>`, valid for 730 days from the current second. ARCA
 * does not backdate, so a client whose clock is behind sees the certificate as not yet valid
 * (docs/authority.md#issued-certificate).
 */
export function issueLeaf(
  environment: Environment,
  authority: CertificationAuthority,
  subject: { alias: string; cuit: string; publicKey: KeyObject },
  now: Date,
  validity: Partial<Validity> = {},
): IssuedCertificate {
  const serial = randomSerial();
  const notBefore = wholeSecond(validity.notBefore ?? now);
  const notAfter = wholeSecond(validity.notAfter ?? new Date(notBefore.getTime() + validityMs));
  const certificate = signCertificate(
    {
      serial,
      issuer: authorityName(profiles[environment].issuing.commonName),
      subject: [
        { type: 'CN', value: subject.alias },
        { type: 'serialNumber', value: `CUIT ${subject.cuit}` },
      ],
      notBefore,
      notAfter,
      publicKey: subject.publicKey,
      extensions: leafExtensions(subject.publicKey, authority.issuingPublicKey),
    },
    authority.issuingKey,
  );
  return { certificate, serial: serial.toString('hex'), notBefore, notAfter };
}

const wholeSecond = (instant: Date) => new Date(Math.floor(instant.getTime() / 1000) * 1000);
