import { rejectionReasons } from '#lib/certificates/rejection.ts';
import { supportCodes } from '#lib/certificates/support-codes.ts';
import type { ApiErrorCode, ErrorKey } from '#lib/errors.ts';
import { errorCodes } from './error-codes.ts';

interface ErrorKeyDescription {
  status: number;
  title: string;
  /** When it happens. */
  cause: string;
  /** What the caller can do about it. */
  remedy: string;
}

/** Every kind of failure, with its status. What is missing here does not compile. */
export const errorKeys: Record<ErrorKey, ErrorKeyDescription> = {
  input: {
    status: 400,
    title: 'The request could not be read',
    cause:
      'The body is no JSON, is nested too deeply, or holds a character that can not be stored; or the request breaks HTTP.',
    remedy: 'Send UTF-8 JSON. The same request will fail again.',
  },
  unauthorised: {
    status: 401,
    title: 'A valid API key is needed',
    cause: 'There is no `Authorization: Bearer` header, or its key is unknown, expired or revoked.',
    remedy: 'Make a key in the Console under Configuration, API keys.',
  },
  forbidden: {
    status: 403,
    title: 'This is not allowed',
    cause: 'Who asks is known, but may not do this.',
    remedy: 'Ask an owner of the workspace.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    cause:
      'There is no such path, or nothing of this id or key in the workspace of the API key. What belongs to another workspace looks the same.',
    remedy: 'Check the path and the id, and that the key is of the right workspace, sandbox or live.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This method is not allowed here',
    cause: 'The path is there and takes other methods.',
    remedy: 'Use one that the `Allow` header names.',
  },
  'not-acceptable': {
    status: 406,
    title: 'There is no answer of the wanted type',
    cause: 'The `Accept` header leaves out `application/json`.',
    remedy: 'Send `Accept: application/json`, or no such header.',
  },
  conflict: {
    status: 409,
    title: 'In conflict with what is there',
    cause: 'An id or key is taken by something else, or the thing is not in a state that allows this.',
    remedy: 'Fetch what is there and decide; `code` and `fields` say more.',
  },
  gone: {
    status: 410,
    title: 'No longer there',
    cause: 'It was there and was ended.',
    remedy: 'Begin anew.',
  },
  'too-large': {
    status: 413,
    title: 'The request is too large',
    cause: 'The body has more bytes than the [limits](limits.md) allow.',
    remedy: 'Send less at a time.',
  },
  'address-too-long': {
    status: 414,
    title: 'The address is too long',
    cause: 'Path and query together have more characters than the [limits](limits.md) allow.',
    remedy: 'Shorten the query.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'This content type is not supported',
    cause: 'The `Content-Type` is none that the route takes.',
    remedy: 'Send `Content-Type: application/json`; a change of an entry takes patches too.',
  },
  misdirected: {
    status: 421,
    title: 'This host is not served here',
    cause: 'The `Host` header has a name that the installation does not go by.',
    remedy: 'Use the address that the operator gave you. The operator names others in `ALTA_HOSTS`.',
  },
  validation: {
    status: 422,
    title: 'Some fields are not valid',
    cause:
      'The request was read, and breaks a rule: a field is missing, unknown or wrong, or the thing itself was refused.',
    remedy:
      '`fields` names each place as the body is nested, `faults` with JSON paths into the document. Correct them and send it again.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    cause: 'One of the [limits](limits.md) is used up.',
    remedy: 'Wait for as many seconds as `Retry-After` says.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    cause: 'A defect.',
    remedy: 'Tell the operator the `request_id`: the log has the rest. Repeat with the same id or key.',
  },
  unavailable: {
    status: 503,
    title: 'Not available for the moment',
    cause:
      'The database does not answer, or there is no room left to store anything: what only reads is answered then.',
    remedy: 'Repeat after as many seconds as `Retry-After` says, with the same id or key.',
  },
};

export interface ErrorCodeDescription {
  /** What it narrows down. */
  keys: ErrorKey[];
  cause: string;
  remedy: string;
}

/** The page of all failures, in Markdown: docs/errors.md. A test compares the two. */
export function errorPage(): string {
  const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  const keys = Object.entries(errorKeys).map(([key, { status, cause, remedy }]) =>
    row([`\`${key}\``, status, cause, remedy]),
  );
  const codes = (Object.keys(errorCodes) as ApiErrorCode[]).toSorted().map((code) => {
    const { keys, cause, remedy } = errorCodes[code];
    return row([`\`${code}\``, keys.map((key) => `\`${key}\``).join(', '), cause, remedy]);
  });
  return `${[
    introduction,
    '## Keys\n',
    row(['key', 'status', 'cause', 'remedy']),
    row(['---', '---', '---', '---']),
    ...keys,
    '\n## Codes\n',
    'A `code` narrows a key down. Not every failure has one.\n',
    row(['code', 'key', 'cause', 'remedy']),
    row(['---', '---', '---', '---']),
    ...codes,
    supportIntroduction,
    row(['support code', 'code']),
    row(['---', '---']),
    ...rejectionReasons.map((reason) => row([supportCodes[reason], `\`${reason}\``])).toSorted(),
    ending,
  ].join('\n')}\n`;
}

const introduction = `# Errors

<!-- Written by \`npm run docs\` from lib/http/error-catalogue.ts. -->

Every failure of every route has one body, \`application/problem+json\` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)):

| member | what it says |
|---|---|
| \`type\`, \`title\`, \`status\`, \`detail\`, \`instance\` | as the RFC has them; \`instance\` is the path that was asked |
| \`key\` | the kind of failure, from the first list |
| \`code\` | what narrows it down, from the second list; not always there |
| \`message\` | for people, in English; \`validation\` when only \`fields\` say more |
| \`fields\` | what is wrong where, nested as the body is; of a list \`lines[0]\` is a member |
| \`faults\` | \`[{code, message, params, paths}]\`, with JSON paths into the document, and in \`params\` the values that \`message\` is made of; the codes of invoices are in [invoices](invoices.md#what-is-refused) |
| \`request_id\` | also in the header \`X-Request-Id\` and in the log |

Decide by \`key\` and \`code\`: they are stable, the words are not. A new code may come at any time; take one that you do not know by its key.
`;

const supportIntroduction = `
## Support codes

When a certificate is refused, the wizard shows the supplier one of these short codes, to read to whoever helps them. The Console shows it beside the reason, and its search finds who has it; the API has the same reason as its \`code\`. A code is never given to another reason.
`;

const ending = `
## Faults of a job

A job that fails carries \`faults\` with a \`code\` and a \`message\`: \`gave-up\` (a step failed too often), \`not-delivered\` (the receiver of a webhook step never took it), \`cancelled\`, \`unregistered\`, the reasons of a rejected certificate above, and for invoices \`ARCA-nnnnn\`, the authority's own code. Its \`params\` are the values of the \`message\`, to say it in your own words: \`own\` is what the authority itself said, in Spanish, and \`why\` tells apart what one code stands for.`;
