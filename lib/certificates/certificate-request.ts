import type { KeyObject } from 'node:crypto';

export interface RequestSubject {
  /** The key, or its PKCS#8 DER. */
  privateKey: KeyObject | Buffer;
  alias: string;
  organisation: string;
  /** Eleven digits. */
  cuit: string;
}

/** A PKCS#10 request in PEM with the subject the authority's manual asks for. */
export function createCertificateRequest(_subject: RequestSubject): string {
  throw new Error('not written yet');
}
