import type { X509Certificate } from 'node:crypto';
import type { Environment } from '#lib/environment.ts';
import type { CertificateDescription } from './certificate.ts';
import type { Rejection, RejectionDetail } from './rejection.ts';

/** The groups in which the wizard lists the checks, in their order. */
export const checkNames = ['contents', 'decoding', 'issuer', 'key', 'validity', 'cuit', 'login'] as const;
export type CheckName = (typeof checkNames)[number];

export interface CheckOutcome {
  check: CheckName;
  status: 'passed' | 'noted' | 'failed' | 'pending';
  rejection?: Rejection;
  note?: CertificateNote;
}

/**
 * Worth saying, no reason to refuse: `other-cuit` (sandbox: the holder is a person), `other-alias` (the portal
 * filed it under another name), `unknown-issuer-key` (the issuer's name is right, its key is new to us).
 */
export interface CertificateNote {
  note: 'other-cuit' | 'other-alias' | 'unknown-issuer-key';
  detail: RejectionDetail;
}

export interface Expectation {
  environment: Environment;
  /** The supplier's, eleven digits. */
  cuit: string;
  /** Every key pair that was issued for this registration, the newest first. */
  keys: readonly { publicKeyFingerprint: string; alias: string }[];
  /** The authority's CA certificates; without them the login is the proof of the issuer. */
  trustBundle?: readonly X509Certificate[] | undefined;
  now?: Date | undefined;
}

export interface Acceptance {
  kind: 'accepted';
  certificate: CertificateDescription;
  checks: CheckOutcome[];
  notes: CertificateNote[];
}
export interface Refusal extends Rejection {
  kind: 'refused';
  checks: CheckOutcome[];
}

export function checkUpload(_bytes: Uint8Array, _expectation: Expectation): Acceptance | Refusal {
  throw new Error('not written yet');
}
