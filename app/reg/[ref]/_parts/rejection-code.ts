import type { RejectionReason } from '#lib/certificates/rejection.ts';

/** The short code a person can read to support over the phone. Stable: never given to another reason. */
export const rejectionCodes: Record<RejectionReason, `AR-${string}-${number}${number}`> = {
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
