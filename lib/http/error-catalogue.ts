import type { ApiErrorCode, ErrorKey } from '#lib/errors.ts';
import texts from '#messages/errors.en.json' with { type: 'json' };

/** Status and title of each error key. messages/errors.*.json has their causes and remedies. */
export const errorKeys: Record<ErrorKey, { status: number; title: string }> = {
  input: { status: 400, title: 'The request could not be read' },
  unauthorised: { status: 401, title: 'A valid API key is needed' },
  forbidden: { status: 403, title: 'This is not allowed' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'This method is not allowed here' },
  'not-acceptable': { status: 406, title: 'The requested content type is not available' },
  conflict: { status: 409, title: 'Conflict with existing data' },
  gone: { status: 410, title: 'No longer there' },
  'too-large': { status: 413, title: 'The request is too large' },
  'address-too-long': { status: 414, title: 'The address is too long' },
  'unsupported-media-type': { status: 415, title: 'This content type is not supported' },
  misdirected: { status: 421, title: 'This host is not served here' },
  validation: { status: 422, title: 'Some fields are not valid' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
};

interface Explanation {
  cause: string;
  remedy: string;
}

/** Every key and code is explained: a new one does not compile before it is in messages/errors.*.json. */
const explanations: { keys: Record<ErrorKey, Explanation>; codes: Record<ApiErrorCode, Explanation> } = texts;

const validation: ErrorKey[] = ['validation'];

/** Keys of the errors that have a code, if it is not a `conflict`. */
const keysByCode: Partial<Record<ApiErrorCode, ErrorKey[]>> = {
  empty: validation,
  'too-large': validation,
  'certificate-request': validation,
  'private-key': validation,
  pkcs12: validation,
  'not-a-certificate': validation,
  malformed: validation,
  'authority-certificate': validation,
  'wrong-environment': validation,
  'unknown-issuer': validation,
  untrusted: validation,
  'other-key': validation,
  expired: validation,
  'not-yet-valid': validation,
  'other-cuit': validation,
  'in-use': validation,
  'not-authorised': validation,
  'authority-unavailable': ['unavailable', 'validation'],
  'cuit-not-represented': validation,
  'address-not-allowed': ['forbidden'],
  completed: ['conflict', 'not-found'],
  'idempotency-key-reused': validation,
  'entry-erased': ['gone'],
  'not-confirmed': validation,
  'no-registration': ['not-found'],
  'not-offered': ['not-found'],
  revoked: ['conflict', 'not-found'],
  'scope-missing': ['forbidden'],
  'taxpayer-unknown': ['not-found'],
  'too-many-mails': ['rate-limited'],
  'workspace-moved': ['gone'],
  'workspace-moving': ['unavailable'],
};

/** Each code of the API with the keys of the errors that have it. */
export const errorCodes = Object.fromEntries(
  Object.keys(explanations.codes).map((code) => [
    code,
    { keys: keysByCode[code as ApiErrorCode] ?? ['conflict'] },
  ]),
) as Record<ApiErrorCode, { keys: ErrorKey[] }>;
