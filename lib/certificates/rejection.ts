/**
 * Reasons for rejecting an uploaded certificate, in the order of the checks (lib/certificates/checks.ts). The
 * same string is the API's code, the audit field and the key of the wizard's message.
 */
export const rejectionReasons = [
  'empty',
  'too-large',
  'certificate-request',
  'private-key',
  'pkcs12',
  'not-a-certificate',
  'malformed',
  'authority-certificate',
  'wrong-environment',
  'unknown-issuer',
  'untrusted',
  'other-key',
  'expired',
  'not-yet-valid',
  'other-cuit',
  'in-use',
  'not-authorised',
  'authority-unavailable',
  'cuit-not-represented',
] as const;
/** Reasons that come from the authority's answer to a login. The certificate itself is good. */
export const loginReasons: readonly string[] = [
  'not-authorised',
  'authority-unavailable',
  'cuit-not-represented',
];

export type RejectionReason = (typeof rejectionReasons)[number];

/**
 * Values that a reason's message may quote: `fileType`, `cuit`, `expectedCuit`, `notAfter`, `alias` … For `other-key`,
 * `certificateAlias` and `cuit` are the certificate's own, and empty if it has none. A rejection by one of the
 * authority's services has its id in `service`.
 */
export type RejectionDetail = Record<string, string>;

export interface Rejection {
  reason: RejectionReason;
  detail: RejectionDetail;
}

/** Short code to read out to support over the phone. Stable: never reused for another reason. */
export const supportCodes: Record<RejectionReason, `AR-${string}-${number}${number}`> = {
  empty: 'AR-ARCH-01',
  'too-large': 'AR-ARCH-02',
  'certificate-request': 'AR-ARCH-03',
  'private-key': 'AR-ARCH-04',
  pkcs12: 'AR-ARCH-05',
  'not-a-certificate': 'AR-ARCH-06',
  malformed: 'AR-ARCH-07',
  'authority-certificate': 'AR-EMI-01',
  'wrong-environment': 'AR-AMB-01',
  'unknown-issuer': 'AR-EMI-02',
  untrusted: 'AR-EMI-03',
  'other-key': 'AR-CLAVE-01',
  expired: 'AR-VIG-01',
  'not-yet-valid': 'AR-VIG-02',
  'other-cuit': 'AR-CUIT-02',
  'in-use': 'AR-USO-01',
  'not-authorised': 'AR-AUT-01',
  'authority-unavailable': 'AR-ARCA-01',
  'cuit-not-represented': 'AR-CUIT-01',
};

/** Returns the support code of a stored reason; undefined for a reason of an earlier release. */
export const supportCodeOf = (reason: unknown): string | undefined =>
  new Map<unknown, string>(Object.entries(supportCodes)).get(reason);

const country = 'AR-';

/**
 * Returns the reasons whose support code starts with the text, or whose API code is the text. Support codes match
 * in upper or lower case. Hyphens may be spaces or missing, and complete codes may lack the country prefix.
 */
export function reasonsOfCode(text: string): RejectionReason[] {
  const typedCode = text
    .trim()
    .toUpperCase()
    .replace(/[\s.‐-―-]+/g, '-');
  return rejectionReasons.filter((reason) => {
    const code = supportCodes[reason];
    const isBeginning = typedCode.length > country.length && code.startsWith(typedCode);
    return (
      isBeginning || reason === text.trim() || [code, code.slice(country.length)].some(isTypedCode(typedCode))
    );
  });
}

const isTypedCode = (typedCode: string) => (code: string) =>
  withoutHyphens(code) === withoutHyphens(typedCode);
const withoutHyphens = (code: string) => code.replaceAll('-', '');
