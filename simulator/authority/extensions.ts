import type { KeyObject } from 'node:crypto';
import { keyIdentifier } from './certificate-layout.ts';
import * as der from './der.ts';

/**
 * The four extensions of docs/authority.md#issued-certificate and no others: no EKU, CRL, AIA or policies.
 */
export function leafExtensions(subjectKey: KeyObject, issuerKey: KeyObject): der.Node[] {
  return [
    critical('2.5.29.19', der.sequence()),
    authorityKeyIdentifier(issuerKey),
    subjectKeyIdentifier(subjectKey),
    // digitalSignature, nonRepudiation, keyEncipherment
    critical('2.5.29.15', der.bits(Buffer.from([0xe0]), 5)),
  ];
}

export function authorityExtensions(subjectKey: KeyObject, issuerKey: KeyObject): der.Node[] {
  return [
    critical('2.5.29.19', der.sequence(der.yes())),
    authorityKeyIdentifier(issuerKey),
    subjectKeyIdentifier(subjectKey),
    // keyCertSign, cRLSign
    critical('2.5.29.15', der.bits(Buffer.from([0x06]), 1)),
  ];
}

function authorityKeyIdentifier(issuerKey: KeyObject): der.Node {
  return plain('2.5.29.35', der.sequence(der.implicit(0, keyIdentifier(issuerKey))));
}

function subjectKeyIdentifier(subjectKey: KeyObject): der.Node {
  return plain('2.5.29.14', der.octets(keyIdentifier(subjectKey)));
}

function critical(oid: string, value: der.Node): der.Node {
  return der.sequence(der.oid(oid), der.yes(), der.octets(der.encode(value)));
}

function plain(oid: string, value: der.Node): der.Node {
  return der.sequence(der.oid(oid), der.octets(der.encode(value)));
}
