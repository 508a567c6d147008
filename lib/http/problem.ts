import { z } from 'zod';
import { outageOf } from '#lib/database/client.ts';
import { AltaError, type ApiErrorCode, type ErrorKey } from '#lib/errors.ts';
import { errorCodes, errorKeys } from './error-catalogue.ts';

type Nested = { [name: string]: string | Nested };
const Nested: z.ZodType<Nested> = z
  .lazy(() => z.record(z.string(), z.union([z.string(), Nested])))
  .meta({ id: 'ProblemFields', description: 'Errors of the fields, nested like the body.' });

const FaultParams = z
  .record(z.string(), z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]))
  .meta({
    id: 'FaultParams',
    description: "Values used in `message`, by name; `own` is the authority's own text.",
  });

/** Also part of the responses about jobs and entries. */
export const Fault = z
  .object({
    provider: z.string().exactOptional(),
    code: z.string(),
    message: z.string(),
    params: FaultParams.exactOptional(),
    paths: z.array(z.string()).exactOptional(),
  })
  .meta({ id: 'Fault', description: 'An error in the request, or of a step.' });

/** Every code of the error catalogue. Open: a client of today meets codes of tomorrow. */
const KnownCode = z
  .enum(Object.keys(errorCodes) as [ApiErrorCode, ...ApiErrorCode[]])
  .meta({ id: 'ErrorCode', description: 'The codes of this version. Later ones add some.' });

/** RFC 9457, plus the members of the original API. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    key: z.enum(Object.keys(errorKeys) as [ErrorKey, ...ErrorKey[]]),
    code: z
      .union([KnownCode, z.string()])
      .optional()
      .describe('More specific than `key`, and as stable. Treat a code that you do not know like its `key`.'),
    message: z.string(),
    fields: Nested.optional(),
    faults: z.array(Fault).optional(),
    request_id: z.string().describe('The `x-request-id` of the response, which is also in the log.'),
  })
  .meta({ id: 'Problem', description: 'Details of a failed request (RFC 9457).' });
export type Problem = z.infer<typeof Problem>;

/**
 * The response of every failure: RFC 9457 problem details, plus `key`, `code`, `message` and `fields` (nested
 * like the request's body).
 */
export function problem(
  error: AltaError,
  request: { id: string; path: string },
  more: Record<string, string> = {},
): Response {
  const { status, headers, body } = problemParts(error, request);
  return new Response(body, { status, headers: { ...more, ...headers } });
}

/** Status, headers and body of `problem`, for callers that do not use a Response. */
export function problemParts(error: AltaError, request: { id: string; path: string }) {
  const { status, title } = errorKeys[error.key];
  const body: Problem = {
    type: 'about:blank',
    title,
    status,
    detail: error.message,
    instance: request.path,
    key: error.key,
    ...(error.code ? { code: error.code } : {}),
    // The original API sends `validation` as the message for invalid fields. Errors with a code have their own.
    message: error.key === 'validation' && !error.code ? 'validation' : error.message,
    ...(Object.keys(error.fields).length ? { fields: nest(error.fields) } : {}),
    ...(error.faults.length ? { faults: error.faults } : {}),
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

/**
 * `{'data.tax_id.code': 'm'}` -> `{data: {tax_id: {code: 'm'}}}`. If both a field and its members have
 * messages, the members win.
 */
function nest(fields: Record<string, string>): Nested {
  const root: Nested = {};
  for (const [path, message] of Object.entries(fields)) {
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
