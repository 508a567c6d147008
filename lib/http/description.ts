import type { z } from 'zod';
import type { Context } from '#lib/context.ts';
import type { ErrorKey } from '#lib/errors.ts';
import type { JsonLimits } from '#lib/limits.ts';
import type { ServiceName } from '#lib/scopes.ts';
import type { Download } from './download.ts';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** Each is JSON. */
export type MediaType = 'application/json' | 'application/merge-patch+json' | 'application/json-patch+json';

/** What an answer holds: a JSON body, or the bytes of a file, or nothing at all. */
export type AnswerContent = z.ZodType | JsonOrFile | 'file' | 'nothing';

/** JSON for who names it or takes anything (`*\/*`); the bytes for who names other types alone, or none. */
interface JsonOrFile<Shape extends z.ZodType = z.ZodType> {
  jsonOrFile: Shape;
}

export type Caller = Pick<Context, 'workspace' | 'actor'>;

/** As it came: nothing of it is parsed. */
export interface Address {
  params: Record<string, string>;
  query: URLSearchParams;
}

/** The answers of success. */
export interface Answers {
  200?: AnswerContent;
  201?: AnswerContent;
  202?: AnswerContent;
  204?: 'nothing';
}

/** What there is to know of a route without its code: what parses its requests, and what its contract says. */
export interface Description<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Success extends Answers = Answers,
> {
  service: ServiceName;
  version: `v${number}`;
  method: Method;
  /** The path below the version, with its parameters named: `entries/{id}`. */
  route: string;
  /** In a line. */
  summary: string;
  /** What the summary leaves out, in Markdown. */
  details?: string;
  /** The part of the service that it belongs to. */
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** `application/json` alone unless told. */
  mediaTypes?: readonly MediaType[];
  /** `sizeLimits` unless told. */
  bodyLimits?: JsonLimits & { bodyBytes: number };
  /** Instead of `body`: bytes of whatever type, so many at the most. */
  bytesUpTo?: number;
  /**
   * A way in without a key, by what stands in the address: who comes, undefined where it lets nobody in. Asked only of a
   * request that has a `signature` and no key.
   */
  admit?: (address: Address) => Promise<Caller | undefined>;
  /** What becomes of the same request sent again: every POST and PATCH states it. */
  idempotency?: StatedIdempotency;
  answers: Success;
  /** It changes nothing, although its method is one that does: a key that only reads may call it. */
  reads?: true;
  /** Failures that are its own. Those that every such route can have need not be named (`failuresOf`). */
  failures?: readonly ErrorKey[];
}

/** What a handler gives: one of the answers that its description names. 200 unless told. */
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
  /** The body as a text, of what is not parsed on the way. */
  | { json: string };

/** All of the ways in which a route can say no: those of every route, those that its shape brings, and its own. */
export function failuresOf({ params, body, bytesUpTo, failures = [] }: Description): ErrorKey[] {
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
  if (bytesUpTo) keys.push('too-large');
  return [...new Set([...keys, ...failures])];
}

/** What becomes of the same request sent again: the contract says it of every operation, as `x-repetition`. */
export type Idempotency = 'safe' | 'idempotent' | StatedIdempotency;

/** Where the method does not say it (RFC 9110, section 9.2.2), the route has to. */
type StatedIdempotency =
  /** Done again, unless both carry the same `Idempotency-Key`. POST alone. */
  | 'by-key'
  /** Done once, by who sends the `version` that was read. */
  | 'by-version'
  /** Nothing is made twice. So is what speaks to the outside, which no transaction may wait for. */
  | 'harmless';

const byMethod: Partial<Record<Method, Idempotency>> = {
  GET: 'safe',
  PUT: 'idempotent',
  DELETE: 'idempotent',
};

/** @throws Error for a POST or PATCH that does not state it. */
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

/** The same for people, below what the operation does. */
export const idempotencyDescriptions: Record<Idempotency, string> = {
  safe: '',
  idempotent: '',
  'by-key': 'A repeated request is processed again, unless both requests have the same `Idempotency-Key`.',
  'by-version': 'A repeated request with the same `version` is processed once: the second gets a 409.',
  harmless: 'A repeated request creates nothing twice and needs no `Idempotency-Key`.',
};
