import type { ErrorKey } from '#lib/errors.ts';
import { idempotencyHours, sizeLimits } from '#lib/limits.ts';

/** Node of a JSON document. */
type Json = Record<string, unknown>;

const text = { type: 'string' };
const draft = 'https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/';

/** The headers of answers, as the contract has them among its components. What is `required` is always there. */
export const answerHeaders: Record<string, Json> = {
  'X-Request-Id': { description: 'What the log calls the request.', required: true, schema: text },
  RateLimit: {
    description: `What is left of each limit that the request was counted against, the narrowest first: ${draft}`,
    schema: text,
    example: '"api";r=1187;t=42, "api-address";r=5904;t=42',
  },
  'RateLimit-Policy': {
    description: 'The limits themselves: `q` requests in `w` seconds.',
    schema: text,
    example: '"api";q=1200;w=60, "api-address";q=6000;w=60',
  },
  Deprecation: {
    description:
      'Since when the version should not be built on any more (RFC 9745). Absent while it goes on.',
    schema: text,
    example: '@1798761600',
  },
  Sunset: {
    description: 'When the version ends (RFC 8594). Absent while that is not settled.',
    schema: text,
    example: 'Thu, 01 Jul 2027 00:00:00 GMT',
  },
  Link: {
    description: 'Beside `Deprecation`: what to read (`deprecation`), and what to use (`successor-version`).',
    schema: text,
  },
  'Idempotent-Replayed': {
    description: 'The answer is the one that the first request of this `Idempotency-Key` got.',
    schema: { type: 'string', const: 'true' },
  },
  'Content-Disposition': { description: "The file's name (RFC 6266).", required: true, schema: text },
  'Retry-After': {
    description: 'How many seconds to wait.',
    required: true,
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  Allow: { description: 'The methods that the path takes.', required: true, schema: text },
  'WWW-Authenticate': { description: '`Bearer`', required: true, schema: text },
};

const everywhere = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Deprecation', 'Sunset', 'Link'];

const ofFailure: Partial<Record<ErrorKey, string[]>> = {
  unauthorised: ['WWW-Authenticate'],
  'method-not-allowed': ['Allow'],
  'rate-limited': ['Retry-After'],
  unavailable: ['Retry-After'],
};

/** Of an answer, the ones that every answer has and `more`. */
export const headersWith = (...more: string[]): Json =>
  Object.fromEntries(
    [...everywhere, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

export const headersOfFailure = (key: ErrorKey): Json => headersWith(...(ofFailure[key] ?? []));

export const idempotencyKeyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description: [
    `The same key again gets the same answer, for ${idempotencyHours} hours.`,
    'With another body or query it is 422 `idempotency-key-reused`.',
  ].join(' '),
  schema: { type: 'string', minLength: 1, maxLength: sizeLimits.idempotencyKeyCharacters },
};
