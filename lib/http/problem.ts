import { z } from 'zod';
import { outageOf } from '#lib/database/outage.ts';
import { env } from '#lib/env.ts';
import {
  AltaError,
  type ApiErrorCode,
  type ErrorKey,
  type Fault as FaultOf,
  type FieldCode,
} from '#lib/errors.ts';
import { FaultSchema } from '#lib/faults.ts';
import texts from '#messages/errors.en.json' with { type: 'json' };
import faultTexts from '#messages/faults.en.json' with { type: 'json' };
import { errorCodes, errorKeys } from './error-catalogue.ts';

export { FaultSchema as Fault };

type Nested = { [name: string]: string | Nested };
const Nested: z.ZodType<Nested> = z
  .lazy(() => z.record(z.string(), z.union([z.string(), Nested])))
  .meta({ id: 'ProblemFields', description: 'Errors of the fields, nested like the body.' });

/** Every code of the error catalogue, and those of fields. Open: a client of today meets codes of tomorrow. */
const KnownCode = z
  .enum([...Object.keys(errorCodes), ...Object.keys(texts.fields)] as (ApiErrorCode | FieldCode)[])
  .meta({ id: 'ErrorCode', description: 'The codes of this version. Later ones add some.' });

/** RFC 9457, plus the members of the original API. */
export const Problem = z
  .object({
    type: z.string().describe('Address of the page about the `code`, or else about the `key`.'),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    key: z.enum(Object.keys(errorKeys) as [ErrorKey, ...ErrorKey[]]),
    code: z
      .union([KnownCode, z.string()])
      .optional()
      .describe(
        'More specific than `key`, and as stable; the code of the `faults` if they all have the same. Treat a code that you do not know like its `key`.',
      ),
    message: z.string(),
    fields: Nested.optional(),
    faults: z.array(FaultSchema).optional(),
    request_id: z.string().describe('The `x-request-id` of the response, which is also in the log.'),
  })
  .meta({ id: 'Problem', description: 'Details of a failed request (RFC 9457).' });
export type Problem = z.infer<typeof Problem>;

/** Part of the request that a fault's path starts at: the body, or its parameters. */
export type FaultRoot = '$' | '$query' | '$path';

interface FailedRequest {
  id: string;
  path: string;
  /** Root of a field that has no fault of its own. Default: the body. */
  rootOf?: (field: string) => FaultRoot;
}

/**
 * The response of every failure: RFC 9457 problem details, plus `key`, `code`, `message` and `fields` (nested
 * like the request's body).
 */
export function problem(
  error: AltaError,
  request: FailedRequest,
  more: Record<string, string> = {},
): Response {
  const { status, headers, body } = problemParts(error, request);
  return new Response(body, { status, headers: { ...more, ...headers } });
}

/** Status, headers and body of `problem`, for callers that do not use a Response. */
export function problemParts(error: AltaError, request: FailedRequest) {
  const faults = faultsOf(error, request.rootOf);
  const { status, title } = errorKeys[error.key];
  const code = error.code ?? commonCode(faults);
  // A fault of the whole body belongs to no field.
  const named = Object.entries(error.fields).filter(([name]) => name);
  const body: Problem = {
    type: typeOf(error.key, code),
    title,
    status,
    detail: error.message,
    instance: request.path,
    key: error.key,
    ...(code ? { code } : {}),
    // The original API sends `validation` as the message for invalid fields. Errors with a code have their own.
    message: error.key === 'validation' && !error.code ? 'validation' : error.message,
    ...(named.length ? { fields: nest(named) } : {}),
    ...(faults.length ? { faults } : {}),
    request_id: request.id,
  };
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json',
    'x-request-id': request.id,
    ...(error.retryAfterSeconds ? { 'retry-after': String(Math.ceil(error.retryAfterSeconds)) } : {}),
    ...(error.key === 'unauthorised' ? { 'www-authenticate': 'Bearer' } : {}),
  };
  return { status, headers, body: JSON.stringify(body) };
}

/** A validation error without faults gets one for each of its fields, or one for the whole request. */
function faultsOf(error: AltaError, rootOf: (field: string) => FaultRoot = () => '$'): FaultOf[] {
  if (error.faults.length > 0 || error.key !== 'validation') return error.faults;
  const code = error.code ?? error.fieldCode ?? 'invalid';
  const fields = Object.entries(error.fields);
  if (fields.length === 0) return [{ code, message: error.message, paths: ['$'] }];
  return fields.map(([field, message]) => ({ code, message, paths: [`${rootOf(field)}.${field}`] }));
}

/** The code of all the faults, if they have the same. */
function commonCode(faults: FaultOf[]): string | undefined {
  const [only, ...others] = new Set(faults.map(({ code }) => code));
  return others.length ? undefined : only;
}

/** Address of the page about the code, or else about the key. */
const typeOf = (key: ErrorKey, code: string | undefined): string =>
  `${env().ALTA_ORIGIN}/docs/errors#${code && hasRow(code) ? `code-${code}` : `key-${key}`}`;

/** Whether the catalogue of errors has a row of the code. */
const hasRow = (code: string) =>
  [errorCodes, texts.fields, texts.rows, texts.definitions, faultTexts].some((each) =>
    Object.hasOwn(each, code),
  );

/**
 * `{'data.tax_id.code': 'm'}` -> `{data: {tax_id: {code: 'm'}}}`. If both a field and its members have
 * messages, the members win.
 */
function nest(fields: [path: string, message: string][]): Nested {
  const root: Nested = {};
  for (const [path, message] of fields) {
    const parts = path.split('.');
    const last = parts.pop() ?? path;
    let place = root;
    for (const part of parts) {
      const next = Object.hasOwn(place, part) ? place[part] : undefined;
      const inner: Nested = typeof next === 'object' ? next : {};
      // defineProperty, so that a field named `__proto__` becomes an ordinary member.
      define(place, part, inner);
      place = inner;
    }
    if (!Object.hasOwn(place, last)) define(place, last, message);
  }
  return root;
}

const define = (place: Nested, name: string, value: string | Nested) =>
  Object.defineProperty(place, name, { value, enumerable: true, writable: true, configurable: true });

/** Converts any thrown value to an AltaError. Omits the text of unknown errors, which clients must not see. */
export function altaErrorOf(error: unknown): AltaError {
  if (error instanceof AltaError) return error;
  switch (outageOf(error)) {
    case 'away':
      return new AltaError('unavailable', 'The database does not respond.', { retryAfterSeconds: 10 });
    case 'read-only':
      return new AltaError('unavailable', 'Nothing can be stored at the moment.', { retryAfterSeconds: 60 });
    default:
      return new AltaError('internal', 'Something went wrong on our side.');
  }
}
