import forge from 'node-forge';

export type Node = forge.asn1.Asn1;

const { asn1 } = forge;
const { UNIVERSAL, CONTEXT_SPECIFIC } = asn1.Class;
const { Type } = asn1;
// The type declarations only have the boolean form of the second argument.
const readDer = asn1.fromDer as unknown as (bytes: forge.util.ByteBuffer, options: object) => Node;

// ASN.1 builders: node-forge lays out the bytes, node:crypto does all computation.

export function sequence(...items: Node[]): Node {
  return asn1.create(UNIVERSAL, Type.SEQUENCE, true, items);
}

export function set(...items: Node[]): Node {
  return asn1.create(UNIVERSAL, Type.SET, true, items);
}

export function explicit(tag: number, item: Node): Node {
  return asn1.create(CONTEXT_SPECIFIC, tag, true, [item]);
}

export function implicit(tag: number, bytes: Buffer): Node {
  return asn1.create(CONTEXT_SPECIFIC, tag, false, bytes.toString('latin1'));
}

export function oid(dotted: string): Node {
  return primitive(Type.OID, Buffer.from(asn1.oidToDer(dotted).getBytes(), 'latin1'));
}

export function integer(bytes: Buffer): Node {
  return primitive(Type.INTEGER, bytes);
}

export function nothing(): Node {
  return primitive(Type.NULL, Buffer.alloc(0));
}

export function yes(): Node {
  return primitive(Type.BOOLEAN, Buffer.from([0xff]));
}

export function octets(bytes: Buffer): Node {
  return primitive(Type.OCTETSTRING, bytes);
}

export function bits(bytes: Buffer, unused = 0): Node {
  return primitive(Type.BITSTRING, Buffer.concat([Buffer.from([unused]), bytes]));
}

export function utf8(text: string): Node {
  return primitive(Type.UTF8, Buffer.from(text, 'utf8'));
}

export function printable(text: string): Node {
  return primitive(Type.PRINTABLESTRING, Buffer.from(text, 'ascii'));
}

/** UTCTime, because every date here is before 2050 (RFC 5280, 4.1.2.5). */
export function time(date: Date): Node {
  return primitive(Type.UTCTIME, Buffer.from(asn1.dateToUtcTime(date), 'ascii'));
}

export function encode(node: Node): Buffer {
  return Buffer.from(asn1.toDer(node).getBytes(), 'latin1');
}

/** Throws if the bytes are not ASN.1. Does not decode bit strings, which hold keys and signatures. */
export function decode(bytes: Buffer): Node {
  const options = { strict: true, decodeBitStrings: false, parseAllBytes: true };
  return readDer(forge.util.createBuffer(bytes.toString('latin1')), options);
}

function primitive(type: forge.asn1.Type, bytes: Buffer): Node {
  return asn1.create(UNIVERSAL, type, false, bytes.toString('latin1'));
}
