/** What the authority has against a certificate; reasons of lib/certificates/rejection.ts, too. */
export type RefusedFor = 'other-key' | 'expired' | 'not-yet-valid' | 'untrusted';

/** What a fault of WSAA means for us, and after how long trying again can change anything. */
export type FaultMeaning =
  | { kind: 'already-authenticated'; retryAfterSeconds: number }
  | { kind: 'not-authorised'; retryAfterSeconds: number }
  | { kind: 'certificate-refused'; reason: RefusedFor; retryAfterSeconds?: number }
  | { kind: 'defect' }
  | { kind: 'unavailable'; cause: 'authority' | 'clock' | 'unknown-fault'; retryAfterSeconds: number };

const defect: FaultMeaning = { kind: 'defect' };
/** The authority's manual: wait 60 seconds at least. */
const down: FaultMeaning = { kind: 'unavailable', cause: 'authority', retryAfterSeconds: 60 };
/** Our clock is wrong until somebody sets it; what the supplier did is good, so it is kept and tried again. */
const clock: FaultMeaning = { kind: 'unavailable', cause: 'clock', retryAfterSeconds: 300 };

/** All that are known: docs/authority.md#login-faults. */
export const faultMeanings: Readonly<Record<string, FaultMeaning>> = {
  // A new relation takes two to five minutes to be seen.
  'coe.notAuthorized': { kind: 'not-authorised', retryAfterSeconds: 120 },
  // FAQ 10.6 says ten minutes (testing) or two (live), users up to the ticket's twelve hours.
  'coe.alreadyAuthenticated': { kind: 'already-authenticated', retryAfterSeconds: 600 },
  'cms.bad': defect,
  'cms.bad.base64': defect,
  'cms.cert.notFound': defect,
  'cms.sign.invalid': { kind: 'certificate-refused', reason: 'other-key' },
  'cms.cert.expired': { kind: 'certificate-refused', reason: 'expired' },
  // notBefore is the second of issue, and the authority's own machines disagree about it.
  'cms.cert.invalid': { kind: 'certificate-refused', reason: 'not-yet-valid', retryAfterSeconds: 120 },
  'cms.cert.untrusted': { kind: 'certificate-refused', reason: 'untrusted' },
  'xml.bad': defect,
  'xml.source.invalid': defect,
  'xml.destination.invalid': defect,
  'xml.version.notSupported': defect,
  'xml.generationTime.invalid': clock,
  'xml.expirationTime.expired': clock,
  'xml.expirationTime.invalid': clock,
  'wsn.notFound': defect,
  'wsn.unavailable': down,
  'wsaa.unavailable': down,
  'wsaa.internalError': down,
  // Axis itself: the request had no SOAPAction header.
  'Client.NoSOAPAction': defect,
};

/**
 * A code that is not in the table blames the certificate only under `cms.cert.`, where one for revoked
 * certificates must exist that nobody has written down. Any other may be an outage in a new dress: the upload is
 * kept and tried again, slowly, and the code reaches the log.
 */
export function meaningOfFault(code: string): FaultMeaning {
  const known = Object.hasOwn(faultMeanings, code) ? faultMeanings[code] : undefined;
  if (known) return known;
  if (code.startsWith('cms.cert.')) return { kind: 'certificate-refused', reason: 'untrusted' };
  return { kind: 'unavailable', cause: 'unknown-fault', retryAfterSeconds: 300 };
}
