import type { Rejection } from './rejection.ts';

/** The groups in which the wizard lists the checks, in their order. */
export const checkNames = ['contents', 'decoding', 'issuer', 'key', 'validity', 'cuit', 'login'] as const;
export type CheckName = (typeof checkNames)[number];

export interface CheckOutcome {
  check: CheckName;
  status: 'passed' | 'noted' | 'failed' | 'pending';
  rejection?: Rejection;
}
