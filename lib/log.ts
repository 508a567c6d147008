import { type Logger, pino } from 'pino';
import { maskCuits } from './documents/cuit.ts';
import { env } from './env.ts';
import { errorForLog } from './log-error.ts';
import { shared } from './shared.ts';

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
 * service of what the front door turned away is `door`, and its method one of those that HTTP has, or none.
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

const options = () => ({ level: env().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
const standardError = () => shared('log.destination', () => pino.destination({ fd: 2, sync: false }));
