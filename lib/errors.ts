import { z } from 'zod';
import type es from '#messages/faults.es.json';
import type { RejectionReason } from './certificates/rejection.ts';

/** The values that the words of a fault are made with: numbers, dates, a tax code, what the authority said. */
export const FaultParams = z
  .record(z.string(), z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]))
  .meta({
    id: 'FaultParams',
    description: 'What `message` is made of, by name; `own` is what the authority itself said.',
  });
export type FaultParams = z.infer<typeof FaultParams>;

/** A code that has words: those of the catalogue, and whatever the authority answers. */
export type FaultCode = keyof typeof es | `ARCA-${number}`;

/** A fault in what the caller sent, as a job, an entry and a problem body carry it. */
export const Fault = z
  .object({
    provider: z.string().exactOptional(),
    code: z.string(),
    message: z.string(),
    params: FaultParams.exactOptional(),
    /** JSON paths into the document, such as `$.tax_id.code`. */
    paths: z.array(z.string()).exactOptional(),
  })
  .meta({ id: 'Fault', description: 'Something that is wrong with what was sent, or that a step met.' });
export type Fault = z.infer<typeof Fault>;

/** Every way in which a verb says no. One place (lib/http/problem.ts) turns these into HTTP. */
export type ErrorKey =
  | 'input'
  | 'unauthorised'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'conflict'
  | 'gone'
  | 'too-large'
  | 'address-too-long'
  | 'unsupported-media-type'
  | 'validation'
  | 'rate-limited'
  | 'internal'
  | 'unavailable';

/** What narrows a key down on the API. lib/http/error-catalogue.ts has the cause of each and what to do about it. */
export type ApiErrorCode =
  | RejectionReason
  | 'already-issued'
  | 'app-not-connected'
  | 'awaiting-certificate'
  | 'being-issued'
  | 'changed-meanwhile'
  | 'completed'
  | 'idempotency-key-reused'
  | 'key-destroyed'
  | 'link-revoked'
  | 'name-taken'
  | 'not-registered'
  | 'not-started'
  | 'registered-cuit'
  | 'revoked'
  | 'still-running'
  | 'too-many-endpoints'
  | 'too-many-files'
  | 'too-many-secrets'
  | 'under-way'
  | 'workflow-disabled';

/** What only the Console's forms can meet; its texts are in messages/console. */
type ConsoleErrorCode =
  | 'already-member'
  | 'email-taken'
  | 'foreign-form'
  | 'invitation-gone'
  | 'last-owner'
  | 'setup-done'
  | 'signed-out'
  | `password-${'too-short' | 'too-long' | 'common' | 'personal'}`
  | 'wrong-code'
  | 'wrong-credentials'
  | 'wrong-password';

export type ErrorCode = ApiErrorCode | ConsoleErrorCode;

export class AltaError extends Error {
  readonly key: ErrorKey;
  /** A narrower, stable code below the key, such as a certificate's rejection reason. */
  readonly code: ErrorCode | undefined;
  /** Dotted path of the input -> message. */
  readonly fields: Record<string, string>;
  readonly faults: Fault[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    key: ErrorKey,
    message: string,
    more: {
      code?: ErrorCode;
      fields?: Record<string, string>;
      faults?: Fault[];
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(message);
    this.name = 'AltaError';
    this.key = key;
    this.code = more.code;
    this.fields = more.fields ?? {};
    this.faults = more.faults ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

export const notFound = (what: string) => new AltaError('not-found', `${what} was not found.`);
