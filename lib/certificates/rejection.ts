/**
 * Why an uploaded certificate can not be used, in the order in which the checks look for it
 * (lib/certificates/checks.ts). The same string is the API's code, the audit field and the key of the
 * wizard's message.
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
/** Reasons that the authority's answer to a login gives while the certificate itself is good. */
export const loginReasons: readonly string[] = [
  'not-authorised',
  'authority-unavailable',
  'cuit-not-represented',
];

export type RejectionReason = (typeof rejectionReasons)[number];

/** Values that the message of a reason may quote: `fileType`, `cuit`, `expectedCuit`, `notAfter`, `alias` … */
export type RejectionDetail = Record<string, string>;

export interface Rejection {
  reason: RejectionReason;
  detail: RejectionDetail;
}

/** The short code a person can read to support over the phone. Stable: never given to another reason. */
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

/** Of what a row says was the reason; it may be one of an earlier release. */
export const supportCodeOf = (reason: unknown): string | undefined =>
  new Map<unknown, string>(Object.entries(supportCodes)).get(reason);

const country = 'AR-';

/**
 * The reasons whose support code begins so, or whose API's code it is. As somebody on the phone says it: in any case,
 * with spaces for hyphens or with none, and whole also without the country.
 */
export function reasonsOfCode(text: string): RejectionReason[] {
  const said = text
    .trim()
    .toUpperCase()
    .replace(/[\s.‐-―-]+/g, '-');
  return rejectionReasons.filter((reason) => {
    const code = supportCodes[reason];
    const isBeginning = said.length > country.length && code.startsWith(said);
    return isBeginning || reason === text.trim() || [code, code.slice(country.length)].some(isSaid(said));
  });
}

const isSaid = (said: string) => (code: string) => bare(code) === bare(said);
const bare = (code: string) => code.replaceAll('-', '');
