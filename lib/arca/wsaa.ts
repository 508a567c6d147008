import type { KeyObject } from 'node:crypto';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import type { AccessTicket } from './ticket.ts';

export interface LoginInput {
  /** `endpointsOf(…).wsaa` */
  endpoint: string;
  certificatePem: string;
  privateKey: KeyObject;
  /** The authority's id of the web service, such as `wsfe`. */
  service: string;
  now?: Date | undefined;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export type LoginOutcome =
  | { kind: 'granted'; ticket: AccessTicket }
  /** Certificate and authorisation are good; a ticket lives that somebody else holds. */
  | { kind: 'already-authenticated'; retryAfterSeconds: number }
  | { kind: 'not-authorised'; code: string; retryAfterSeconds: number }
  | {
      kind: 'certificate-refused';
      code: string;
      reason: RejectionReason;
      retryAfterSeconds?: number | undefined;
    }
  /** Ours to fix; the supplier can do nothing. */
  | { kind: 'defect'; code: string; message: string }
  | {
      kind: 'unavailable';
      cause: string;
      detail: string;
      retryAfterSeconds: number;
      clockSkewSeconds?: number | undefined;
    };

/** One login. Never throws for what the authority or the network does. Keep the ticket: it can't be had again. */
export async function requestAccessTicket(_input: LoginInput): Promise<LoginOutcome> {
  throw new Error('not written yet');
}
