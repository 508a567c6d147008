import { type Logger, pino } from 'pino';
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

/** JSON lines on standard error. CR, LF and ANSI in values are escaped by JSON itself. */
export const log = (): Logger =>
  shared('log', () =>
    pino(
      {
        level: env().LOG_LEVEL,
        base: null,
        serializers: { err: errorForLog },
        timestamp: pino.stdTimeFunctions.isoTime,
        redact: {
          paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
          censor: '[secret]',
        },
      },
      pino.destination({ fd: 2, sync: false }),
    ),
  );
