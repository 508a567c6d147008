import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import forge from 'node-forge';
import type { Environment } from '#lib/authority-environment.ts';

const { asn1 } = forge;
const { Class, Type } = asn1;
type Node = forge.asn1.Asn1;

/** A stand-in for the authority's PKI: its profile (names, extensions, serials, 730 days), our keys. */
export interface TestAuthority {
  subject: NameEntry[];
  privateKey: KeyObject;
  der: Buffer;
  x509: X509Certificate;
}

export type NameEntry = ['CN' | 'O' | 'C' | 'serialNumber', string];

export interface CertificateFields {
  issuer: NameEntry[];
  subject: NameEntry[];
  publicKey: KeyObject | Buffer;
  signingKey: KeyObject;
  notBefore: Date;
  notAfter: Date;
  serial: Buffer;
  isAuthority: boolean;
  authorityKeyId: Buffer | undefined;
  /** Extra copies of basicConstraints, which RFC 5280 forbids. */
  repeatedExtensions: number;
  /** RFC 5280, 4.1.2.1: 2 is v3. */
  version: number;
}

const objectIds = { CN: '2.5.4.3', O: '2.5.4.10', C: '2.5.4.6', serialNumber: '2.5.4.5' };
const day = 86_400_000;

const keys: { privateKey: KeyObject; publicKey: KeyObject }[] = [];

/** RSA-2048 key pairs by number, made once per run because generation is the slow part of these tests. */
export function testKey(number: number): { privateKey: KeyObject; publicKey: KeyObject } {
  keys[number] ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
  return keys[number];
}

export function spkiOf(key: KeyObject): Buffer {
  return (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' });
}

export function spkiFingerprint(key: KeyObject): string {
  return createHash('sha256').update(spkiOf(key)).digest('hex');
}

export function keyIdOf(key: KeyObject): Buffer {
  return createHash('sha1').update(spkiOf(key)).digest();
}

const authorities = new Map<string, TestAuthority>();

/** The issuing CA of an environment, or the `root` above it. */
export function testAuthority(
  environment: Environment,
  level: 'issuing' | 'root' = 'issuing',
): TestAuthority {
  const name = `${environment} ${level}`;
  const known = authorities.get(name);
  if (known) return known;
  const isSandbox = environment === 'sandbox';
  const made =
    level === 'root'
      ? createAuthority({
          commonName: isSandbox ? 'AC Raiz Test' : 'AFIP Root CA 2',
          key: isSandbox ? 100 : 101,
        })
      : createAuthority({
          commonName: isSandbox ? 'Computadores Test' : 'Computadores',
          key: isSandbox ? 102 : 103,
          issuer: testAuthority(environment, 'root'),
        });
  authorities.set(name, made);
  return made;
}

export function createAuthority(input: {
  commonName: string;
  key: number;
  issuer?: TestAuthority;
  fields?: Partial<CertificateFields>;
}): TestAuthority {
  const subject: NameEntry[] = [
    ['CN', input.commonName],
    ['O', 'AFIP'],
    ['C', 'AR'],
  ];
  const { privateKey, publicKey } = testKey(input.key);
  const der = encodeCertificate({
    issuer: input.issuer?.subject ?? subject,
    subject,
    publicKey,
    signingKey: input.issuer?.privateKey ?? privateKey,
    notBefore: new Date(Date.now() - 700 * day),
    notAfter: new Date(Date.now() + 3000 * day),
    isAuthority: true,
    authorityKeyId: keyIdOf(input.issuer?.privateKey ?? privateKey),
    ...input.fields,
  });
  return { subject, privateKey, der, x509: new X509Certificate(der) };
}

/** A certificate as issued by the authority (docs/authority.md#issued-certificate), except for `fields`. */
export function issueCertificate(
  authority: TestAuthority,
  holder: { alias: string; cuit: string; publicKey: KeyObject },
  fields: Partial<CertificateFields> = {},
): Buffer {
  const notBefore = fields.notBefore ?? new Date(Date.now() - 60_000);
  return encodeCertificate({
    issuer: authority.subject,
    subject: [
      ['CN', holder.alias],
      ['serialNumber', `CUIT ${holder.cuit}`],
    ],
    publicKey: holder.publicKey,
    signingKey: authority.privateKey,
    notBefore,
    notAfter: new Date(notBefore.getTime() + 730 * day),
    authorityKeyId: keyIdOf(authority.privateKey),
    ...fields,
  });
}

export function toPem(der: Buffer, label = 'CERTIFICATE'): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

type Required = 'issuer' | 'subject' | 'publicKey' | 'signingKey' | 'notBefore' | 'notAfter';

function encodeCertificate(input: Pick<CertificateFields, Required> & Partial<CertificateFields>): Buffer {
  const serial = input.serial ?? randomSerial();
  const signature = node(Type.SEQUENCE, [oid('1.2.840.113549.1.1.13'), primitive(Type.NULL, '')]);
  const body = node(Type.SEQUENCE, [
    asn1.create(Class.CONTEXT_SPECIFIC, 0, true, [
      primitive(Type.INTEGER, String.fromCharCode(input.version ?? 2)),
    ]),
    primitive(Type.INTEGER, serial.toString('latin1')),
    signature,
    name(input.issuer),
    node(Type.SEQUENCE, [time(input.notBefore), time(input.notAfter)]),
    name(input.subject),
    spki(input.publicKey),
    asn1.create(Class.CONTEXT_SPECIFIC, 3, true, [node(Type.SEQUENCE, extensions(input))]),
  ]);
  const signed = sign('sha512', toBuffer(body), input.signingKey);
  return toBuffer(node(Type.SEQUENCE, [body, signature, bitString(signed)]));
}

function extensions(input: Pick<CertificateFields, Required> & Partial<CertificateFields>): Node[] {
  const isAuthority = input.isAuthority ?? false;
  const constraints = extension('2.5.29.19', true, isAuthority ? '30030101ff' : '3000');
  const repeated = Array.from({ length: input.repeatedExtensions ?? 0 }, () => constraints);
  const keyId = createHash('sha1')
    .update(toBuffer(spki(input.publicKey)))
    .digest('hex');
  return [
    constraints,
    ...repeated,
    ...(input.authorityKeyId
      ? [extension('2.5.29.35', false, `30168014${input.authorityKeyId.toString('hex')}`)]
      : []),
    extension('2.5.29.14', false, `0414${keyId}`),
    // keyCertSign + cRLSign, or digitalSignature + nonRepudiation + keyEncipherment.
    extension('2.5.29.15', true, isAuthority ? '03020106' : '030205e0'),
  ];
}

function extension(id: string, isCritical: boolean, valueHex: string): Node {
  return node(Type.SEQUENCE, [
    oid(id),
    ...(isCritical ? [primitive(Type.BOOLEAN, '\xff')] : []),
    primitive(Type.OCTETSTRING, Buffer.from(valueHex, 'hex').toString('latin1')),
  ]);
}

function name(entries: NameEntry[]): Node {
  return node(
    Type.SEQUENCE,
    entries.map(([attribute, value]) => {
      const type = attribute === 'CN' ? Type.UTF8 : Type.PRINTABLESTRING;
      const text = primitive(type, Buffer.from(value, 'utf8').toString('latin1'));
      return node(Type.SET, [node(Type.SEQUENCE, [oid(objectIds[attribute]), text])]);
    }),
  );
}

function spki(key: KeyObject | Buffer): Node {
  return asn1.fromDer((Buffer.isBuffer(key) ? key : spkiOf(key)).toString('latin1'));
}

/** RFC 5280, 4.1.2.5: UTCTime up to 2049. */
function time(date: Date): Node {
  return date.getUTCFullYear() < 2050
    ? primitive(Type.UTCTIME, asn1.dateToUtcTime(date))
    : primitive(Type.GENERALIZEDTIME, asn1.dateToGeneralizedTime(date));
}

function randomSerial(): Buffer {
  const serial = randomBytes(8);
  serial.writeUInt8((serial.readUInt8(0) & 0x7f) | 0x40, 0);
  return serial;
}

function bitString(bytes: Buffer): Node {
  return primitive(Type.BITSTRING, `\0${bytes.toString('latin1')}`);
}

function oid(id: string): Node {
  return primitive(Type.OID, asn1.oidToDer(id).getBytes());
}

function primitive(type: forge.asn1.Type, value: string): Node {
  return asn1.create(Class.UNIVERSAL, type, false, value);
}

function node(type: forge.asn1.Type, children: Node[]): Node {
  return asn1.create(Class.UNIVERSAL, type, true, children);
}

function toBuffer(tree: Node): Buffer {
  return Buffer.from(asn1.toDer(tree).getBytes(), 'latin1');
}
