import { buenosAiresTime } from '#lib/buenos-aires.ts';
import type { Rejection, RejectionReason } from '#lib/certificates/rejection.ts';
import { AltaError } from '#lib/errors.ts';

/** The reasons in the API's English; the wizard has its own words for the same strings. */
const messages: Record<RejectionReason, string> = {
  empty: 'There is nothing in it.',
  'too-large': 'It is larger than 64 KiB; a certificate has less than 10.',
  'certificate-request':
    'This is the certificate request. Send the certificate that the authority made from it.',
  'private-key': 'This is a private key. It was not kept; send the certificate.',
  pkcs12: 'This is a PKCS#12 file. Send the certificate alone.',
  'not-a-certificate': 'This is not a certificate.',
  malformed: 'The certificate is damaged or incomplete.',
  'authority-certificate': "This is the authority's own certificate, not the supplier's.",
  'wrong-environment': 'The certificate is of the other environment.',
  'unknown-issuer': 'The certificate was not issued by the authority.',
  untrusted: "The certificate's signature does not lead to the authority.",
  'other-key': 'The certificate was made from another request.',
  expired: 'The certificate has expired.',
  'not-yet-valid': 'The certificate is not valid yet.',
  'other-cuit': 'The certificate is of another CUIT.',
  'in-use': 'The certificate is in use elsewhere.',
  'not-authorised': 'The certificate is good, but is not authorized for the invoicing service yet.',
  'authority-unavailable': 'The authority does not answer; it is asked again without your doing.',
  'cuit-not-represented': "The certificate is authorized, but not for the supplier's CUIT.",
};

/** What a rejection means, for an operator. */
export const rejectionMessage = (reason: RejectionReason): string => messages[reason];

export function rejectionProblem({ reason, detail }: Rejection, field?: string): AltaError {
  const message = messages[reason];
  const quoted = Object.entries(detail).map(([name, value]) => `${name}: ${asRead(value)}`);
  const fault = { provider: 'gov-ar', code: reason, message: [message, ...quoted].join(' ') };
  return new AltaError('validation', message, {
    code: reason,
    ...(field ? { fields: { [field]: message } } : {}),
    faults: [fault],
  });
}

/** Values are kept as text: an instant is told as it is read here. */
const asRead = (value: string | number): string | number =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(value)) ? buenosAiresTime(new Date(value)) : value;
