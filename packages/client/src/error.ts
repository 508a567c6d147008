import type { Fault, Problem, ProblemFields } from './generated/types.gen.ts';

/**
 * Stable kind of an error: a key of the API, or a failure to reach it. `failed`: the request was accepted, but its
 * work failed; `faults` has the reasons.
 */
export type AltaErrorKey = Problem['key'] | 'network' | 'timeout' | 'unreadable' | 'failed';

interface Details {
  status?: number | undefined;
  type?: string | undefined;
  code?: string | undefined;
  fields?: ProblemFields | undefined;
  faults?: Fault[] | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** The only class of errors: every failure throws it. An aborted call throws the reason of the abort. */
export class AltaError extends Error {
  override readonly name = 'AltaError';
  readonly key: AltaErrorKey;
  /** Status of the response; 0 if there was none. */
  readonly status: number;
  /** Address of the page about the error; undefined if the answer is not Alta's. */
  readonly type: string | undefined;
  /** More specific than `key` and equally stable. Listed in docs/errors.md. */
  readonly code: string | undefined;
  /** What is wrong with each field, nested like the body. */
  readonly fields: ProblemFields;
  /** What is wrong with the document, or messages of the authority. */
  readonly faults: Fault[];
  /** Lets the operator find the request in the log. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(key: AltaErrorKey, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.key = key;
    this.status = details.status ?? 0;
    this.type = details.type;
    this.code = details.code;
    this.fields = details.fields ?? {};
    this.faults = details.faults ?? [];
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** Error for a failed response. `body` is its parsed body, or the text. */
export function errorOfAnswer(answer: Response, body: unknown): AltaError {
  const requestId = answer.headers.get('x-request-id') ?? undefined;
  const retryAfterSeconds = secondsOf(answer.headers.get('retry-after'));
  const common = { status: answer.status, requestId, retryAfterSeconds };
  if (!isProblem(body)) {
    // A proxy's page, or a server that is not Alta.
    return new AltaError(
      'unreadable',
      `The answer ${answer.status} did not come from Alta: check the address.`,
      {
        ...common,
        cause: body,
      },
    );
  }
  const { type, key, code, detail, fields, faults } = body;
  const wrong = whatIsWrong({ faults: faults ?? [], fields: fields ?? {} });
  const subject = detail.replace(/\.$/, '');
  // A fault can begin with the same sentence.
  const begin = wrong[0]?.startsWith(subject) ? '' : `${subject}: `;
  const message = wrong.length ? `${begin}${inShort(wrong)}` : detail;
  return new AltaError(key, message, { ...common, type, code, fields, faults });
}

/** The first three lines, and how many more there are. */
const inShort = (lines: string[]): string =>
  lines.slice(0, 3).join('; ') + (lines.length > 3 ? `; and ${lines.length - 3} more` : '');

/** One line per fault: `data.tax_id.code is not a valid CUIT`. */
export const whatIsWrong = ({ faults, fields }: Pick<AltaError, 'faults' | 'fields'>): string[] =>
  faults.length
    ? faults.map(({ paths: [path] = [], message }) => [path, message].filter(Boolean).join(' '))
    : linesOf(fields);

/** Lines for fields nested like the body. */
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
