import { z } from 'zod';
import { outageOf } from '#lib/database/client.ts';
import { AltaError, type ErrorKey } from '#lib/errors.ts';
import { errorKeys } from './error-catalogue.ts';

type Nested = { [name: string]: string | Nested };
const Nested: z.ZodType<Nested> = z
  .lazy(() => z.record(z.string(), z.union([z.string(), Nested])))
  .meta({ id: 'ProblemFields', description: 'What is wrong with each field, nested as the body is.' });

const FaultParams = z
  .record(z.string(), z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]))
  .meta({
    id: 'FaultParams',
    description: 'What `message` is made of, by name; `own` is what the authority itself said.',
  });

/** As the answers of jobs and entries have it, too. */
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

/** RFC 9457, with the members that the reference has beside it. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    key: z.enum(Object.keys(errorKeys) as [ErrorKey, ...ErrorKey[]]),
    code: z.string().optional().describe('Narrower than `key`, and as stable.'),
    message: z.string(),
    fields: Nested.optional(),
    faults: z.array(Fault).optional(),
    request_id: z.string().describe('The `x-request-id` of the answer; the log knows it.'),
  })
  .meta({ id: 'Problem', description: 'Why a request failed (RFC 9457).' });
export type Problem = z.infer<typeof Problem>;

/**
 * One body for every failure: RFC 9457 problem details, with `key`, `code`, `message` and `fields` (nested as
 * the request's body is) beside them.
 */
export function problem(
  error: AltaError,
  request: { id: string; path: string },
  more: Record<string, string> = {},
): Response {
  const { status, headers, body } = problemParts(error, request);
  return new Response(body, { status, headers: { ...more, ...headers } });
}

/** The same, for who answers without a Response. */
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
    // The reference's own word for fields that are not valid; a code says more.
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

/** `{'data.tax_id.code': 'm'}` -> `{data: {tax_id: {code: 'm'}}}`. A field and its own members: the members win. */
function nest(fields: Record<string, string>): Nested {
  const root: Nested = {};
  for (const [path, message] of Object.entries(fields)) {
    const parts = path.split('.');
    const last = parts.pop() ?? path;
    let place = root;
    for (const part of parts) {
      const next = Object.hasOwn(place, part) ? place[part] : undefined;
      const inner: Nested = typeof next === 'object' ? next : {};
      // defineProperty: a field that a caller named `__proto__` is a member like any other.
      define(place, part, inner);
      place = inner;
    }
    if (!Object.hasOwn(place, last)) define(place, last, message);
  }
  return root;
}

const define = (place: Nested, name: string, value: string | Nested) =>
  Object.defineProperty(place, name, { value, enumerable: true, writable: true, configurable: true });

/** What a verb threw, as an AltaError. An unknown error's own text never leaves the process. */
export function altaErrorOf(error: unknown): AltaError {
  if (error instanceof AltaError) return error;
  switch (outageOf(error)) {
    case 'away':
      return new AltaError('unavailable', 'The database does not answer.', { retryAfterSeconds: 10 });
    case 'read-only':
      return new AltaError('unavailable', 'Nothing can be stored for the moment.', { retryAfterSeconds: 60 });
    default:
      return new AltaError('internal', 'Something went wrong on our side.');
  }
}
