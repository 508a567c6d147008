import { format, stripVTControlCharacters } from 'node:util';
import { type Logger, pino } from 'pino';
import { maskCuits } from './documents/cuit.ts';
import { env } from './env.ts';
import { oncePerProcess } from './process-values.ts';
import { traceFields } from './tracing/tracing.ts';

/** Names under which a secret might be logged by mistake. The log censors them down to the third level. */
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

/**
 * String literals of a JSON line. CUITs are masked only within them, which keeps the JSON valid. No CUIT is logged
 * as a number.
 */
const jsonStrings = /"(?:[^"\\]|\\.)*"/g;

/** JSON lines on standard error. JSON itself escapes CR, LF and ANSI sequences in values. */
export const log = (): Logger =>
  oncePerProcess('log', () =>
    pino(
      {
        ...options(),
        serializers: { err: errorForLog },
        redact: {
          paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
          censor: '[secret]',
        },
        // Masked here rather than by callers, because messages of the authority and of errors may contain CUITs.
        hooks: { streamWrite: (line) => line.replace(jsonStrings, maskCuits) },
      },
      standardError(),
    ),
  );

/**
 * Log line of a request. None of these fields contains text supplied by the caller, so none needs masking. For
 * requests rejected by the gateway, `service` is `door` and `method` is a standard HTTP method or empty.
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

/** Logs a request without masking, which would cost more than everything else done for the request. */
export const logRequest = (line: RequestLine): void =>
  oncePerProcess('log.requests', () => pino(options(), standardError())).info(line);

const options = () => ({
  level: env().LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  ...(env().OTEL_EXPORTER_OTLP_ENDPOINT ? { mixin: traceFields } : {}),
});
const standardError = () => oncePerProcess('log.destination', () => pino.destination({ fd: 2, sync: false }));

/**
 * Form of an error in the log: its kind, code and where it was thrown. A database error's message quotes the
 * query's parameters, and with them personal data and secrets, so only its SQL text is logged.
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

/** PostgreSQL's error without `detail`, which quotes values. */
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
 * Redirects to the log what Next and Node print, so that each line of standard error is JSON. An error of a page has the
 * reference that the page shows. Next prints such errors with all their properties, and a database error's properties
 * include the query's parameters.
 */
export function logPrinted(): void {
  for (const [method, level] of [
    ['error', 'error'],
    ['warn', 'warn'],
    ['log', 'info'],
    ['info', 'info'],
    ['debug', 'debug'],
  ] as const) {
    console[method] = (...parts: unknown[]) => {
      const error = parts.find((part) => part instanceof Error);
      if (error) return logPageError(error);
      const text = stripVTControlCharacters(format(...parts)).trim();
      if (text) log()[level](text);
    };
  }
  process
    .removeAllListeners('warning')
    .on('warning', (warning) => log().warn(`${warning.name}: ${warning.message}`));
}

function logPageError(error: Error): void {
  const reference = 'digest' in error ? error.digest : undefined;
  if (isAbortedRequest(error)) log().info({ reference }, 'the client closed the connection');
  else log().error({ err: error, reference }, 'a page failed');
}

/** Node's error for a request whose body was aborted. */
export const isAbortedRequest = (error: Error): boolean =>
  error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';
