import { type Logger, pino } from 'pino';
import { maskCuits } from './documents/cuit.ts';
import { env } from './env.ts';
import { shared } from './shared.ts';
import { traceFields } from './tracing/tracing.ts';

/** Names under which a secret might be logged by mistake. The log censors them wherever they stand. */
const secretNames = [
  'authorization',
  'cookie',
  'token',
  'sign',
  'ref',
  'link_url',
  'privateKey',
  'password',
  'secret',
];

/** A line's texts. Only there can a value be exchanged without breaking the line; we keep no CUIT as a number. */
const jsonStrings = /"(?:[^"\\]|\\.)*"/g;

/** JSON lines on standard error. CR, LF and ANSI in values are escaped by JSON itself. */
export const log = (): Logger =>
  shared('log', () =>
    pino(
      {
        ...options(),
        serializers: { err: errorForLog },
        redact: {
          paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
          censor: '[secret]',
        },
        // Here and not where it is logged: the authority's own words may name one too, and so may an error.
        hooks: { streamWrite: (line) => line.replace(jsonStrings, maskCuits) },
      },
      standardError(),
    ),
  );

/**
 * What the log has of a request. No member comes from the caller, so that nothing needs to be looked for in it. The
 * service of what the gateway turned away is `door`, and its method one of those that HTTP has, or none.
 */
export interface RequestLine {
  request_id: string;
  method: string;
  service: string;
  version: string;
  route: string;
  status: number;
  ms: number;
}

/** To look for secrets in a line costs more than all else that is done about a request, and these have none. */
export const logRequest = (line: RequestLine): void =>
  shared('log.requests', () => pino(options(), standardError())).info(line);

const options = () => ({
  level: env().LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  ...(env().OTEL_EXPORTER_OTLP_ENDPOINT ? { mixin: traceFields } : {}),
});
const standardError = () => shared('log.destination', () => pino.destination({ fd: 2, sync: false }));

/**
 * An error as the log shows it: its kind, code and where it was thrown. A database error's own message quotes
 * the parameters of the query, and with them personal data and secrets, so of that only the SQL text is kept.
 */
export function errorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, code, query, cause } = error as Error & { code?: unknown; query?: unknown };
  const isQuery = typeof query === 'string';
  return {
    type: name,
    ...(code === undefined ? {} : { code }),
    message: isQuery ? `Failed query: ${query}` : error.message,
    stack: framesOf(error),
    ...(cause instanceof Error ? { cause: isQuery ? databaseCause(cause) : errorForLog(cause) } : {}),
  };
}

/** What PostgreSQL says, without its `detail`, which quotes values. */
function databaseCause(cause: Error): Record<string, unknown> {
  const { code, constraint, table } = cause as Error & Record<string, unknown>;
  return { type: cause.name, code, constraint, table, ...(code ? {} : { message: cause.message }) };
}

const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 12)
    .map((line) => line.trim());

/**
 * Next prints the error of a page with all that it carries, and a database error carries the query's parameters.
 * From now on it is logged as every other error is, under the reference that the page shows.
 */
export function logPrintedErrors(): void {
  const print = console.error;
  console.error = (...parts: unknown[]) => {
    const error = parts.find((part) => part instanceof Error);
    if (!error) return print(...parts);
    const reference = 'digest' in error ? error.digest : undefined;
    if (isBrokenOff(error)) return log().info({ reference }, 'a caller broke off');
    log().error({ err: error, reference }, 'a page failed');
  };
}

/** What Node says of a request whose body did not come to its end. */
const isBrokenOff = (error: Error): boolean =>
  error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';
