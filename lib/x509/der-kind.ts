export type DerKind =
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
/** The arcs under which PKCS#5 and PKCS#12 keep their encryption schemes. */
const encryptionArcs = [Buffer.from('2a864886f70d0105', 'hex'), Buffer.from('2a864886f70d010c', 'hex')];

/**
 * What DER begins like. Looks at the first bytes only, so it also names a file that was cut off, and a PKCS#12
 * in BER, which some systems export with indefinite lengths.
 */
export function kindOfDer(der: Buffer): DerKind {
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

  // A request's version is followed by a name, an old (v1) certificate's serial by an algorithm.
  const second = contentOf(der, inner) + (der[inner + 1] ?? 0);
  return der[contentOf(der, second)] === objectIdTag ? 'certificate' : 'certificate-request';
}

/** PFX is version 3 (RFC 7292); PKCS#1, SEC 1 and PKCS#8 keys are 0 or 1. */
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
