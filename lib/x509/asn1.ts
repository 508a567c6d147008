import forge from 'node-forge';

/*
 * Writes DER with node-forge, because node:crypto cannot. forge never touches a private key and never parses
 * unchecked input (der.ts checks it).
 */

const { asn1 } = forge;
const { Class, Type } = asn1;

/** A node of an ASN.1 tree, for example of a PKCS#10 request or CMS SignedData. */
export type Asn1 = forge.asn1.Asn1;

export const objectIds = {
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  country: '2.5.4.6',
  organisation: '2.5.4.10',
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsaEncryption: '1.2.840.113549.1.1.1',
  sha256WithRsa: '1.2.840.113549.1.1.11',
} as const;

export function sequence(...children: Asn1[]): Asn1 {
  return asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, children);
}

export function set(...children: Asn1[]): Asn1 {
  return asn1.create(Class.UNIVERSAL, Type.SET, true, children);
}

/** A constructed node with the context-specific tag `[number]`. */
export function context(number: number, ...children: Asn1[]): Asn1 {
  return asn1.create(Class.CONTEXT_SPECIFIC, number, true, children);
}

export function objectId(id: string): Asn1 {
  return asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(id).getBytes());
}

export function smallInteger(value: number): Asn1 {
  return asn1.create(Class.UNIVERSAL, Type.INTEGER, false, String.fromCharCode(value));
}

export function octets(bytes: Uint8Array): Asn1 {
  return asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, binary(bytes));
}

export function bits(bytes: Uint8Array): Asn1 {
  return asn1.create(Class.UNIVERSAL, Type.BITSTRING, false, `\0${binary(bytes)}`);
}

export function printable(text: string): Asn1 {
  return asn1.create(Class.UNIVERSAL, Type.PRINTABLESTRING, false, text);
}

export function utcTime(time: Date): Asn1 {
  return asn1.create(Class.UNIVERSAL, Type.UTCTIME, false, asn1.dateToUtcTime(time));
}

export function algorithm(id: string): Asn1 {
  return sequence(objectId(id), asn1.create(Class.UNIVERSAL, Type.NULL, false, ''));
}

/** Only for DER that Alta produced or that passed `findDerFault`, because forge's parser is recursive. */
export function parse(der: Uint8Array): Asn1 {
  return asn1.fromDer(binary(der));
}

export function serialise(node: Asn1): Buffer {
  return Buffer.from(asn1.toDer(node).getBytes(), 'latin1');
}

function binary(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
