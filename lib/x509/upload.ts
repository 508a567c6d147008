import { sizeLimits } from '#lib/limits.ts';
import { childrenOf, type DerElement, findDerFault, readElement } from './der.ts';
import { kindOfDer } from './der-kind.ts';
import { type FileType, sniffFileType, textFileType } from './file-type.ts';
import { decodeBase64, findBareBase64, hasEndMarker, type PemBlock, scanPem } from './pem.ts';
import { decodeText } from './upload-text.ts';

/** A certificate weighs under 10 KB; the wizard's form and the API refuse more before they read it. */
export const largestUpload = sizeLimits.certificateBytes;
const mostBlocks = 8;
/** Shorter base64 is a word or a code, not what is left of a certificate. */
const shortestRemains = 200;

/** The `problem` of `malformed`. With `truncated`, `missing` says what: `begin`, `end` or `lines`. */
type Problem =
  | 'truncated'
  | 'foreign-character'
  | 'structure'
  | 'trailing-bytes'
  | 'too-many-blocks'
  | 'unreadable';

/** Why an upload holds no certificate: the first of the reasons in lib/certificates/rejection.ts. */
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

/** What an upload holds: DER that may be certificates, in the file's order, or why it holds none. */
export function extractCertificates(upload: Uint8Array): Buffer[] | UploadFault {
  const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength);
  if (bytes.length === 0) return refuse('empty');
  // Before the size: a photograph is told as one, and not sent back to be made smaller.
  const fileType = sniffFileType(bytes);
  if (fileType) return notACertificate(fileType);
  if (bytes.length > largestUpload) return refuse('too-large', { bytes: String(bytes.length) });

  if (isDer(bytes)) return settle(readDer(bytes, 'end'));
  const text = decodeText(bytes);
  if (text.trim() === '') return refuse('empty');
  return readText(text);
}

function malformed(problem: Problem, detail: Record<string, string> = {}): UploadFault {
  return refuse('malformed', { problem, ...detail });
}

/** SEQUENCE with a length of more than one octet; no text begins so. */
function isDer(bytes: Buffer): boolean {
  const length = bytes[1] ?? 0;
  return bytes[0] === 0x30 && length >= 0x80 && length <= 0x84;
}

function readText(text: string): Buffer[] | UploadFault {
  const blocks = scanPem(text);
  // Before anything is decoded: a key must not travel further than it has.
  if (blocks.some((block) => block.label.endsWith('PRIVATE KEY'))) return refuse('private-key');
  if (blocks.length > mostBlocks) return malformed('too-many-blocks', { limit: String(mostBlocks) });
  if (blocks.length > 0) {
    return settle(blocks.flatMap(readBlock));
  }

  const bare = findBareBase64(text);
  const missing = hasEndMarker(text) ? 'begin' : 'lines';
  if (bare.length < shortestRemains) {
    return missing === 'begin' ? malformed('truncated', { missing }) : notACertificate(textFileType(text));
  }
  return settle(readBase64(bare, missing));
}

/** Of a block that was never closed, the base64 counts and the prose after it does not. */
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

/** ContentInfo { signedData, [0] { SignedData { version, digests, content, [0] certificates … } } } (RFC 5652). */
function readPkcs7(der: Buffer): Piece[] {
  const inside = (element: DerElement | undefined) => (element ? childrenOf(der, element) : []);
  const [, content] = inside(readElement(der, 0));
  const [signedData] = inside(content);
  const bag = inside(signedData).find((element) => element.tag === 0xa0);
  const certificates = inside(bag).filter((element) => element.tag === 0x30);
  if (certificates.length === 0) return [refused(malformed('structure'))];
  if (certificates.length > mostBlocks) {
    return [refused(malformed('too-many-blocks', { limit: String(mostBlocks) }))];
  }
  return certificates.map(({ start, end }) => ({ kind: 'certificate', der: der.subarray(start, end) }));
}

/** A certificate beside a request is welcome, a key beside anything is not. */
function settle(pieces: Piece[]): Buffer[] | UploadFault {
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
