import type { z } from 'zod';
import type { Context } from '#lib/context.ts';
import type { ErrorKey } from '#lib/errors.ts';
import type { JsonLimits } from '#lib/limits.ts';
import type { ServiceName } from '#lib/scopes.ts';
import type { Download } from './download.ts';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** Media types of a parsed body, all of them JSON. */
export type MediaType = 'application/json' | 'application/merge-patch+json' | 'application/json-patch+json';

/** Content of a response: a JSON body, the bytes of a file, or nothing. */
export type AnswerContent = z.ZodType | JsonOrFile | 'file' | 'nothing';

/** JSON if the `Accept` header includes JSON or `*\/*`; otherwise, or without the header, the bytes of a file. */
interface JsonOrFile<Shape extends z.ZodType = z.ZodType> {
  jsonOrFile: Shape;
}

export type Caller = Pick<Context, 'workspace' | 'actor'>;

/** Unparsed parameters of a request's path and query. */
export interface Address {
  params: Record<string, string>;
  query: URLSearchParams;
}

/** Content of the successful responses, by status. */
export interface Answers {
  200?: AnswerContent;
  201?: AnswerContent;
  202?: AnswerContent;
  204?: 'nothing';
}

/** A route without its code: the schemas that parse its requests, and the texts of its contract. */
export interface Description<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Success extends Answers = Answers,
> {
  service: ServiceName;
  version: `v${number}`;
  method: Method;
  /** Path below the version, with named parameters: `entries/{id}`. */
  route: string;
  /** One line. */
  summary: string;
  /** Longer description, in Markdown. Does not repeat the summary. */
  details?: string;
  /** Part of the service to which the route belongs. */
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Default: only `application/json`. */
  mediaTypes?: readonly MediaType[];
  /** Default: `sizeLimits`. */
  bodyLimits?: JsonLimits & { bodyBytes: number };
  /** For a body of any type that is not parsed, instead of `body`: its maximum size in bytes. */
  maxRawBytes?: number;
  /**
   * Authenticates a request by its signed URL; undefined if the signature is not valid. Called only for requests
   * with a `signature` and without an API key.
   */
  admitSignedUrl?: (address: Address) => Promise<Caller | undefined>;
  /** Effect of a repeated request. Required for POST and PATCH. */
  idempotency?: StatedIdempotency;
  answers: Success;
  /** The route changes nothing, whatever its method: the read scope is enough. */
  isReadOnly?: true;
  /** Failures specific to this route. `failuresOf` adds the common ones. */
  failures?: readonly ErrorKey[];
}

/** Result of a handler: one of the described answers. Default status: 200. */
export type AnswerOf<Success extends Answers> =
  | {
      [Status in keyof Success]: Success[Status] extends z.ZodType
        ? (Status extends 200 ? { status?: 200 } : { status: Status }) & { body: z.output<Success[Status]> }
        : Success[Status] extends JsonOrFile<infer Shape>
          ? { body: z.output<Shape> } | { download: Download }
          : Success[Status] extends 'file'
            ? { download: Download }
            : { status: Status };
    }[keyof Success]
  /** The body as JSON text, for data that is passed on without parsing. */
  | { json: string };

/** Returns all failures of a route: those common to all routes, those that follow from its input, and its own. */
export function failuresOf({ params, body, maxRawBytes, failures = [] }: Description): ErrorKey[] {
  const keys: ErrorKey[] = [
    'input',
    'unauthorised',
    'forbidden',
    'not-acceptable',
    'address-too-long',
    'misdirected',
    'validation',
    'rate-limited',
    'internal',
    'unavailable',
  ];
  if (params) keys.push('not-found');
  if (body) keys.push('too-large', 'unsupported-media-type');
  if (maxRawBytes) keys.push('too-large');
  return [...new Set([...keys, ...failures])];
}

/** Effect of a repeated request. The contract states it for every operation, as `x-repetition`. */
export type Idempotency = 'safe' | 'idempotent' | StatedIdempotency;

/** Stated by routes whose method does not imply the effect (RFC 9110, section 9.2.2). */
type StatedIdempotency =
  /** Processed again, unless both requests have the same `Idempotency-Key`. Only for POST. */
  | 'by-key'
  /** Processed once: the request has the `version` that was read, which then changes. */
  | 'by-version'
  /** Creates nothing twice. Also for routes that call external services, because no transaction may wait for those. */
  | 'harmless';

const byMethod: Partial<Record<Method, Idempotency>> = {
  GET: 'safe',
  PUT: 'idempotent',
  DELETE: 'idempotent',
};

/** @throws Error for a POST or PATCH that does not state the effect, and for a PATCH with `by-key` */
export function idempotencyOf({
  method,
  route,
  idempotency,
}: Pick<Description, 'method' | 'route' | 'idempotency'>): Idempotency {
  const found = byMethod[method] ?? idempotency;
  if (!found || (found === 'by-key' && method !== 'POST')) {
    throw new Error(`${method} ${route} does not state the effect of a repeated request.`);
  }
  return found;
}

/** Text for each effect, appended to the operation's description. */
export const idempotencyDescriptions: Record<Idempotency, string> = {
  safe: '',
  idempotent: '',
  'by-key': 'A repeated request is processed again, unless both requests have the same `Idempotency-Key`.',
  'by-version': 'A repeated request with the same `version` is processed once: the second gets a 409.',
  harmless: 'A repeated request creates nothing twice and needs no `Idempotency-Key`.',
};
