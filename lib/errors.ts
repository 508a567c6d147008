/** A fault in what the caller sent, as a job, an entry and a problem body carry it. */
export interface Fault {
  provider?: string;
  code: string;
  message: string;
  /** JSON paths into the document, such as `$.tax_id.code`. */
  paths?: string[];
}

/** Every way in which a verb says no. One place (lib/http/problem.ts) turns these into HTTP. */
export type ErrorKey =
  | 'input'
  | 'unauthorised'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'gone'
  | 'too-large'
  | 'unsupported-media-type'
  | 'validation'
  | 'rate-limited'
  | 'internal'
  | 'unavailable';

export class AltaError extends Error {
  readonly key: ErrorKey;
  /** A narrower, stable code below the key, such as a certificate's rejection reason. */
  readonly code: string | undefined;
  /** Dotted path of the input -> message. */
  readonly fields: Record<string, string>;
  readonly faults: Fault[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    key: ErrorKey,
    message: string,
    more: {
      code?: string;
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
