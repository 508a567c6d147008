import { sizeLimits } from '#lib/limits.ts';
import { childrenOf, type DerElement, findDerFault, readElement } from './der.ts';
import { decodeBase64, findBareBase64, hasEndMarker, type PemBlock, scanPem } from './pem.ts';

/** A certificate has less than 10 KB. The form and the API reject larger uploads before reading them. */
export const maxUploadBytes = sizeLimits.certificateBytes;
const maxBlocks = 8;
/** Shorter base64 is a word or a code, not the remains of a certificate. */
const minRemainderLength = 200;

/** The `problem` of `malformed`. For `truncated`, `missing` is the missing part: `begin`, `end` or `lines`. */
type Problem =
  | 'truncated'
  | 'foreign-character'
  | 'structure'
  | 'trailing-bytes'
  | 'too-many-blocks'
  | 'unreadable';

/** Why an upload contains no certificate: a subset of the reasons in lib/certificates/rejection.ts. */
export interface UploadFault {
  reason:
    | 'empty'
    | 'too-large'
    | 'certificate-request'
    | 'private-key'
    | 'pkcs12'
    | 'not-a-certificate'
    | 'malformed';
  detail: Record<string, string>;
}

type Piece = { kind: 'certificate'; der: Buffer } | { kind: 'refused'; fault: UploadFault };

/** Returns the DER of possible certificates, in the file's order, or the reason why there are none. */
export function extractCertificates(upload: Uint8Array): Buffer[] | UploadFault {
  const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength);
  if (bytes.length === 0) return refuse('empty');
  // Checked before the size: the answer to a large photograph is "not a certificate", not "too large".
  const fileType = sniffFileType(bytes);
  if (fileType) return notACertificate(fileType);
  if (bytes.length > maxUploadBytes) return refuse('too-large', { bytes: String(bytes.length) });

  if (isDer(bytes)) return outcomeOf(readDer(bytes, 'end'));
  const text = decodeText(bytes);
  if (text.trim() === '') return refuse('empty');
  return readText(text);
}

function malformed(problem: Problem, detail: Record<string, string> = {}): UploadFault {
  return refuse('malformed', { problem, ...detail });
}

/** A SEQUENCE whose length takes several octets or is indefinite. No text starts with these bytes. */
function isDer(bytes: Buffer): boolean {
  const length = bytes[1] ?? 0;
  return bytes[0] === 0x30 && length >= 0x80 && length <= 0x84;
}

function readText(text: string): Buffer[] | UploadFault {
  const blocks = scanPem(text);
  // Checked before decoding, so that a private key is not processed any further.
  if (blocks.some((block) => block.label.endsWith('PRIVATE KEY'))) return refuse('private-key');
  if (blocks.length > maxBlocks) return malformed('too-many-blocks', { limit: String(maxBlocks) });
  if (blocks.length > 0) {
    return outcomeOf(blocks.flatMap(readBlock));
  }

  const bare = findBareBase64(text);
  const missing = hasEndMarker(text) ? 'begin' : 'lines';
  if (bare.length < minRemainderLength) {
    return missing === 'begin' ? malformed('truncated', { missing }) : notACertificate(textFileType(text));
  }
  return outcomeOf(readBase64(bare, missing));
}

/** Reads only the base64 of an unclosed block, not the prose after it. */
function readBlock({ label, body, isClosed }: PemBlock): Piece[] {
  return isClosed ? readBase64(body, 'lines', label) : readBase64(findBareBase64(body), 'end', label);
}

function readBase64(body: string, missing: string, label = ''): Piece[] {
  const der = decodeBase64(body);
  if (Buffer.isBuffer(der) && der.length > 0) return readDer(der, missing);
  if (label.endsWith('CERTIFICATE REQUEST')) return [refused(refuse('certificate-request'))];
  if (der === 'foreign-character') return [refused(malformed('foreign-character'))];
  return [refused(malformed('truncated', { missing }))];
}

function readDer(der: Buffer, missing: string): Piece[] {
  const kind = kindOfDer(der);
  if (kind === 'private-key' || kind === 'pkcs12' || kind === 'certificate-request')
    return [refused(refuse(kind))];
  if (kind === 'public-key') return [refused(notACertificate(kind))];

  const fault = findDerFault(der);
  if (fault === 'truncated') return [refused(malformed('truncated', { missing }))];
  if (fault === 'trailing-bytes') return [refused(malformed('trailing-bytes'))];
  if (fault || kind === 'unknown') return [refused(malformed('structure'))];
  return kind === 'pkcs7' ? readPkcs7(der) : [{ kind, der }];
}

/**
 * Reads the certificates of a PKCS#7 file (RFC 5652):
 * ContentInfo { signedData, [0] { SignedData { version, digests, content, [0] certificates … } } }.
 */
function readPkcs7(der: Buffer): Piece[] {
  const inside = (element: DerElement | undefined) => (element ? childrenOf(der, element) : []);
  const [, content] = inside(readElement(der, 0));
  const [signedData] = inside(content);
  const bag = inside(signedData).find((element) => element.tag === 0xa0);
  const certificates = inside(bag).filter((element) => element.tag === 0x30);
  if (certificates.length === 0) return [refused(malformed('structure'))];
  if (certificates.length > maxBlocks) {
    return [refused(malformed('too-many-blocks', { limit: String(maxBlocks) }))];
  }
  return certificates.map(({ start, end }) => ({ kind: 'certificate', der: der.subarray(start, end) }));
}

/** Accepts a certificate next to a request, but rejects any upload that contains a private key. */
function outcomeOf(pieces: Piece[]): Buffer[] | UploadFault {
  const faults = pieces.flatMap((piece) => (piece.kind === 'refused' ? [piece.fault] : []));
  const secret = faults.find(({ reason }) => reason === 'private-key' || reason === 'pkcs12');
  if (secret) return secret;
  const certificates = pieces.flatMap((piece) => (piece.kind === 'certificate' ? [piece.der] : []));
  if (certificates.length > 0) return certificates;
  return faults[0] ?? notACertificate('binary');
}

function refused(fault: UploadFault): Piece {
  return { kind: 'refused', fault };
}

function notACertificate(fileType: FileType): UploadFault {
  return refuse('not-a-certificate', { fileType });
}

function refuse(reason: UploadFault['reason'], detail: Record<string, string> = {}): UploadFault {
  return { reason, detail };
}

type DerKind =
  | 'certificate'
  | 'certificate-request'
  | 'private-key'
  | 'public-key'
  | 'pkcs12'
  | 'pkcs7'
  | 'unknown';

const sequenceTag = 0x30;
const integerTag = 0x02;
const objectIdTag = 0x06;
/** 1.2.840.113549.1.7.2, signedData. */
const signedData = Buffer.from('06092a864886f70d010702', 'hex');
/** Object id arcs of the PKCS#5 and PKCS#12 encryption schemes. */
const encryptionArcs = [Buffer.from('2a864886f70d0105', 'hex'), Buffer.from('2a864886f70d010c', 'hex')];

/**
 * Identifies DER by its first bytes, so that it also recognizes a truncated file and a PKCS#12 in BER, which
 * some systems export with indefinite lengths.
 */
function kindOfDer(der: Buffer): DerKind {
  if (der[0] !== sequenceTag) return 'unknown';
  const first = contentOf(der, 0);
  if (der[first] === integerTag) return kindByVersion(der, first);
  if (startsWith(der, first, signedData)) return 'pkcs7';
  if (der[first] !== sequenceTag) return 'unknown';

  const inner = contentOf(der, first);
  if (der[inner] === objectIdTag) {
    const id = contentOf(der, inner);
    return encryptionArcs.some((arc) => startsWith(der, id, arc)) ? 'private-key' : 'public-key';
  }
  if (der[inner] === 0xa0) return 'certificate';
  if (der[inner] !== integerTag) return 'unknown';

  // A request has a name after its version; an old (v1) certificate has an algorithm after its serial.
  const second = contentOf(der, inner) + (der[inner + 1] ?? 0);
  return der[contentOf(der, second)] === objectIdTag ? 'certificate' : 'certificate-request';
}

/** PKCS#12 files have version 3 (RFC 7292); PKCS#1, SEC 1 and PKCS#8 keys have version 0 or 1. */
function kindByVersion(der: Buffer, version: number): DerKind {
  if (der[version + 1] !== 1) return 'unknown';
  if (der[version + 2] === 3) return 'pkcs12';
  return der[version + 2] === 0 || der[version + 2] === 1 ? 'private-key' : 'unknown';
}

function contentOf(der: Buffer, start: number): number {
  const length = der[start + 1] ?? 0;
  return start + 2 + (length > 0x80 ? length & 0x7f : 0);
}

function startsWith(der: Buffer, at: number, bytes: Buffer): boolean {
  return der.subarray(at, at + bytes.length).equals(bytes);
}

/** The `fileType` of `not-a-certificate`. */
const fileTypes = [
  'zip',
  'docx',
  'pdf',
  'png',
  'jpeg',
  'gif',
  'rtf',
  'doc',
  'archive',
  'executable',
  'keystore',
  'html',
  'public-key',
  'text',
  'binary',
] as const;
type FileType = (typeof fileTypes)[number];

const signatures: readonly [FileType, Buffer][] = [
  ['zip', Buffer.from('PK\x03\x04', 'latin1')],
  ['zip', Buffer.from('PK\x05\x06', 'latin1')],
  ['pdf', Buffer.from('%PDF', 'latin1')],
  ['png', Buffer.from('\x89PNG', 'latin1')],
  ['jpeg', Buffer.from('\xff\xd8\xff', 'latin1')],
  ['gif', Buffer.from('GIF8', 'latin1')],
  ['rtf', Buffer.from('{\\rtf', 'latin1')],
  ['doc', Buffer.from('\xd0\xcf\x11\xe0', 'latin1')],
  ['archive', Buffer.from('Rar!', 'latin1')],
  ['archive', Buffer.from('7z\xbc\xaf', 'latin1')],
  ['archive', Buffer.from('\x1f\x8b', 'latin1')],
  ['executable', Buffer.from('MZ', 'latin1')],
  ['keystore', Buffer.from('\xfe\xed\xfe\xed', 'latin1')],
];

/** Identifies a file by its first bytes, never by its name. Unpacks nothing. */
function sniffFileType(bytes: Buffer): FileType | undefined {
  for (const [type, signature] of signatures) {
    if (!bytes.subarray(0, signature.length).equals(signature)) continue;
    // Text may also begin with MZ, but only a program has NULs in its header.
    if (type === 'executable' && !bytes.subarray(0, 64).includes(0)) continue;
    return type === 'zip' && bytes.includes('word/') ? 'docx' : type;
  }
  return undefined;
}

/** Classifies text without a certificate: an HTML page (the portal's session expired), text, or binary. */
function textFileType(text: string): FileType {
  const start = text.trimStart().slice(0, 1024).toLowerCase();
  if (start.startsWith('<!doctype html') || start.includes('<html')) return 'html';
  return text.includes('\0') ? 'binary' : 'text';
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

/** Decodes an upload; normalises line ends, spaces, dashes and quotes altered by editors and mail. */
function decodeText(bytes: Buffer): string {
  return normaliseText(decodePercent(decodeCharacters(bytes)));
}

/** Notepad's «Unicode» is UTF-16; older tools write Windows-1252. TextDecoder drops the BOM. */
function decodeCharacters(bytes: Buffer): string {
  const encoding = utf16Of(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}

function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (second === 0 && fourth === 0 && first !== 0) return 'utf-16le';
  if (first === 0 && third === 0 && second !== 0) return 'utf-16be';
  return undefined;
}

/** Decodes text that a form has percent-encoded once too often: `-----BEGIN+CERTIFICATE-----%0AMII…%2B…`. */
function decodePercent(text: string): string {
  if (!/BEGIN(?:%20|\+)[A-Z]/.test(text) && !text.startsWith('%2D')) return text;
  const spaced = /BEGIN\+[A-Z]/.test(text) ? text.replaceAll('+', ' ') : text;
  return spaced.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function normaliseText(text: string): string {
  // Nearly every upload is plain ASCII with \n and skips these replacements.
  const ascii = /[^\n -~]/.test(text)
    ? text
        .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
        .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
        .replace(/[\t\v\f\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
        .replace(/[\u2010-\u2015\u2212]/g, '-')
        .replace(/[\u2018-\u201f\u00ab\u00bb]/g, '"')
    : text;
  return ascii.includes('\\n') ? ascii.replace(/\\r\\n|\\n/g, '\n') : ascii;
}
