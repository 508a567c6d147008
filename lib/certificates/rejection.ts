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
