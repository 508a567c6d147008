import type { Fault, Problem, ProblemFields } from './generated/types.gen.ts';

/**
 * What went wrong, stable: the API's own keys, and those of the way to it. `failed`: the request was taken, and what it
 * began ended badly; `faults` say why.
 */
export type AltaErrorKey = Problem['key'] | 'network' | 'timeout' | 'unreadable' | 'failed';

interface Details {
  status?: number | undefined;
  code?: string | undefined;
  fields?: ProblemFields | undefined;
  faults?: Fault[] | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** The one class of errors: everything that fails throws it. What was aborted throws what it was aborted with. */
export class AltaError extends Error {
  override readonly name = 'AltaError';
  readonly key: AltaErrorKey;
  /** Of the answer; 0 if there was none. */
  readonly status: number;
  /** Narrower than `key`, and as stable: docs/errors.md lists them. */
  readonly code: string | undefined;
  /** What is wrong with each field, nested as the body is. */
  readonly fields: ProblemFields;
  /** What is wrong with the document, or what the authority said. */
  readonly faults: Fault[];
  /** By this the operator finds the request in the log. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(key: AltaErrorKey, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.key = key;
    this.status = details.status ?? 0;
    this.code = details.code;
    this.fields = details.fields ?? {};
    this.faults = details.faults ?? [];
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** An answer that tells of a failure; `body` as it was parsed, or its text. */
export function errorOfAnswer(answer: Response, body: unknown): AltaError {
  const requestId = answer.headers.get('x-request-id') ?? undefined;
  const retryAfterSeconds = secondsOf(answer.headers.get('retry-after'));
  const common = { status: answer.status, requestId, retryAfterSeconds };
  if (!isProblem(body)) {
    // A proxy's page, or something else than Alta.
    return new AltaError('unreadable', `The answer ${answer.status} is none of Alta's.`, {
      ...common,
      cause: body,
    });
  }
  const { key, code, detail, fields, faults } = body;
  const [first] = whatIsWrong({ faults: faults ?? [], fields: fields ?? {} });
  const message = first ? `${detail.replace(/\.$/, '')}: ${first}` : detail;
  return new AltaError(key, message, { ...common, code, fields, faults });
}

/** A line for each: `data.tax_id.code is not a valid CUIT`. */
export const whatIsWrong = ({ faults, fields }: Pick<AltaError, 'faults' | 'fields'>): string[] =>
  faults.length
    ? faults.map(({ paths = [], message }) => [paths.join(', '), message].filter(Boolean).join(' '))
    : linesOf(fields);

/** The names of fields that are nested as the body is. */
function linesOf(fields: object, at = ''): string[] {
  return Object.entries(fields).flatMap(([name, what]) => {
    const here = at ? `${at}.${name}` : name;
    return typeof what === 'object' && what !== null ? linesOf(what, here) : [`${here} ${what}`];
  });
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'key' in body && 'detail' in body;

function secondsOf(header: string | null): number | undefined {
  const seconds = Number(header);
  return header !== null && Number.isFinite(seconds) ? seconds : undefined;
}
