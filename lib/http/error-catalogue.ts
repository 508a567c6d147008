import { rejectionReasons, supportCodes } from '#lib/certificates/rejection.ts';
import type { ApiErrorCode, ErrorKey } from '#lib/errors.ts';

interface ErrorKeyDescription {
  status: number;
  title: string;
  cause: string;
  remedy: string;
}

/** All error keys with their status. The type makes it complete. */
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
  /** The keys that this code narrows down. */
  keys: ErrorKey[];
  cause: string;
  remedy: string;
}

/** docs/errors.md, in Markdown. A test compares the two. */
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

const rejected = (cause: string, remedy: string): ErrorCodeDescription => ({
  keys: ['validation'],
  cause,
  remedy,
});
const conflict = (cause: string, remedy: string): ErrorCodeDescription => ({
  keys: ['conflict'],
  cause,
  remedy,
});

/** Cause and remedy of each code. The type makes it complete. */
export const errorCodes: Record<ApiErrorCode, ErrorCodeDescription> = {
  empty: rejected('The certificate that was sent is empty.', 'Send the file that the portal gave.'),
  'too-large': rejected(
    'What was sent as a certificate is larger than 64 KiB.',
    'Send the certificate alone; it has less than 10 KiB.',
  ),
  'certificate-request': rejected(
    'The certificate request was sent back.',
    "Send the certificate that the authority's portal made from it.",
  ),
  'private-key': rejected(
    'A private key was sent. It was not kept.',
    'Send the certificate. Take the key out of where it was copied to.',
  ),
  pkcs12: rejected('A PKCS#12 file (.p12, .pfx) was sent.', 'Send the certificate alone, in PEM or DER.'),
  'not-a-certificate': rejected(
    'Another kind of file was sent: a picture, a PDF, a page.',
    'Send the file that ends in `.crt`.',
  ),
  malformed: rejected(
    'The certificate is damaged or incomplete.',
    'Fetch it from the portal again, and copy it with its first and last line.',
  ),
  'authority-certificate': rejected(
    "It is the authority's own certificate.",
    "Send the supplier's, made from the request of this registration.",
  ),
  'wrong-environment': rejected(
    'The certificate is of the sandbox and the workspace is live, or the other way round.',
    'Make it in the portal of the right environment, from the request of this workspace.',
  ),
  'unknown-issuer': rejected(
    'The certificate was not issued by the authority.',
    'Make it in the portal; one of another issuer is of no use.',
  ),
  untrusted: rejected(
    "The signature does not lead to the authority's certificates in `ARCA_TRUST_BUNDLE_DIR`.",
    'Check the certificate; the operator checks the directory.',
  ),
  'other-key': rejected(
    'The certificate was made from another request.',
    'Fetch the request (`…/csr`) and make the certificate from that.',
  ),
  expired: rejected('The certificate has expired.', 'Make a new one in the portal.'),
  'not-yet-valid': rejected('The certificate is not valid yet.', 'Wait, or check the clock of the server.'),
  'other-cuit': rejected(
    "In live: the certificate is of another CUIT than the supplier's.",
    "Make it in the portal in the supplier's name.",
  ),
  'in-use': rejected(
    'The certificate is in use in another workspace.',
    'Make another with a request of this workspace.',
  ),
  'not-authorised': rejected(
    'The certificate is good, and is not authorized for the invoicing service yet.',
    'Authorize the alias for `wsfe` in the portal, then confirm again.',
  ),
  'authority-unavailable': {
    keys: ['unavailable', 'validation'],
    cause:
      'The authority does not answer. What it said before is kept, and so is a certificate (`validation`), which it is asked about again by itself.',
    remedy: 'Repeat after `Retry-After`, where there is one.',
  },
  'cuit-not-represented': rejected(
    "The certificate is authorized, but not for the supplier's CUIT.",
    'Authorize the alias in the name of the supplier, then confirm again.',
  ),
  'address-not-allowed': {
    keys: ['forbidden'],
    cause: 'The API key is good, and may not be used from the address that the call came from.',
    remedy: 'Call from an allowed address, or make a key that allows this one.',
  },
  'already-issued': conflict(
    'The authority has authorized the invoice.',
    'Correct it with a credit or debit note.',
  ),
  'app-not-connected': conflict(
    'The Argentina app is not connected in the workspace.',
    '`PUT /access/v1/apps/gov-ar`, or connect it in the Console.',
  ),
  'awaiting-certificate': conflict(
    'No certificate was handed in yet.',
    '`POST …/certificate` first, then confirm.',
  ),
  'being-issued': conflict(
    'The invoice is on its way to the authority.',
    'Wait until its job has ended. After a job was cancelled while the authority was silent, that takes up to some ten minutes.',
  ),
  'changed-meanwhile': conflict(
    'Somebody else has changed it since the `version` that was sent was read.',
    'Fetch it, make the change again and send the new `version`.',
  ),
  completed: {
    keys: ['conflict', 'not-found'],
    cause:
      'The registration is complete: its link needs no more time, and no certificate is waited for (`not-found` of `…/csr` and `…/certificate`).',
    remedy: 'Nothing is missing: issue invoices.',
  },
  'delegate-not-authorised': conflict(
    'The certificate of the workspace’s delegate is not authorized for the taxpayers’ register.',
    'In the portal authorize its alias for «Consulta de constancia de inscripción» (`ws_sr_constancia_inscripcion`), as it is for the invoices. It is looked at again after 10 minutes.',
  ),
  'idempotency-key-reused': rejected(
    'The `Idempotency-Key` was used for another request to this route.',
    'Use a key of its own for each thing that you make.',
  ),
  'key-destroyed': conflict(
    'The private key was destroyed when the supplier was unregistered.',
    'Run the registration workflow again.',
  ),
  'link-expired': conflict('The link has run out.', '`PATCH …/link` gives it another term.'),
  'link-revoked': conflict('The link was revoked.', '`POST …/link` issues a new one.'),
  'name-taken': conflict('The slug is another workspace’s, or too many have the name.', 'Choose another.'),
  'no-address': conflict(
    'The supplier gave no address, and their link was mailed to none.',
    'Mail the link first, or send it yourself.',
  ),
  'is-delegate': conflict(
    'The supplier is the delegate itself, which acts with a certificate of its own.',
    'Register it with a certificate.',
  ),
  'no-delegate': conflict(
    'The workspace has named nobody whose certificate acts for its suppliers and asks the taxpayers’ register.',
    '`PATCH /access/v1/apps/gov-ar` with `{"delegate": {"silo_entry_id": …}}`: a registered supplier, such as your own company.',
  ),
  'entry-erased': {
    keys: ['gone'],
    cause:
      'The data of the supplier was erased, for good. The entry is there for its id alone, and takes nothing.',
    remedy: 'Forget what you keep of it. A supplier who comes back is a new entry, under another id.',
  },
  'not-confirmed': rejected(
    'What was sent to confirm the erasure is not the name or the tax code of the supplier.',
    'Send one of them as the entry has it.',
  ),
  'not-a-supplier': conflict(
    'The entry is a customer or an invoice, and what was asked for is a supplier’s.',
    'Ask for the supplier’s entry: what is theirs of an invoice comes with it.',
  ),
  'not-by-delegation': conflict(
    'The supplier is registered, or is being registered, with a certificate of their own.',
    'Run a workflow whose `gov-ar.register` has the `mode` `delegation` or `choice`.',
  ),
  'not-claimed': conflict(
    'The supplier has not said that they have delegated.',
    'Claim it first: `POST …/delegation`.',
  ),
  'not-registered': conflict(
    'The supplier has no certificate that is proved.',
    'Finish the registration first.',
  ),
  'no-registration': {
    keys: ['not-found'],
    cause: 'The entry has no registration.',
    remedy: 'Run the registration workflow on it.',
  },
  'registered-cuit': conflict(
    'The CUIT of a supplier stays from when its registration is created.',
    'Unregister it first, or make another entry.',
  ),
  revoked: {
    keys: ['conflict', 'not-found'],
    cause:
      'The registration was ended: it has no link, and no certificate is waited for (`not-found` of `…/csr` and `…/certificate`).',
    remedy: 'Run the registration workflow again.',
  },
  'scope-missing': {
    keys: ['forbidden'],
    cause: 'The API key lacks the [scope](authentication.md#what-a-key-may-do) that `message` names.',
    remedy: 'Use a key that has it: an owner of the workspace makes one.',
  },
  'still-running': conflict('The job has not ended.', 'Wait, or cancel it.'),
  'nothing-to-retry': conflict('No step of the job has failed and waits to be tried again.', 'Read the job.'),
  'not-skippable': conflict(
    'The job does not wait, or waits at a step that the next ones rely on.',
    'Wait, or cancel the job.',
  ),
  'over-quota': conflict(
    'The workspace has as much as its [quota](limits.md#quotas) allows; `faults` says of what, and how many.',
    'Remove what is not needed, or ask who runs the installation for more.',
  ),
  'taxpayer-unknown': {
    keys: ['not-found'],
    cause: 'Nobody has this CUIT.',
    remedy: 'Ask the taxpayer for theirs. In the sandbox the people of the register are made up.',
  },
  'too-many-endpoints': conflict(
    'The workspace has as many webhook endpoints as it can.',
    'Remove one, or give one more events.',
  ),
  'too-many-files': conflict('The entry has as many files as it can.', 'Replace one: same category and key.'),
  'too-many-helpers': conflict(
    'As many have the registration in hand as can.',
    'Take it back from one: `DELETE …/links/{link_id}`.',
  ),
  'too-many-mails': {
    keys: ['rate-limited'],
    cause: 'The link, or the address, has had as many mails as it can within a day.',
    remedy: 'Repeat after `Retry-After`, or send the link yourself.',
  },
  'too-many-secrets': conflict(
    'As many webhook secrets sign along as can.',
    'End one, or rotate with `overlap_hours` 0.',
  ),
  'endpoint-disabled': conflict('The endpoint is disabled.', 'Enable it: `disabled` false.'),
  'under-way': conflict('An attempt to deliver is under way.', 'Repeat after `Retry-After`.'),
  'workflow-disabled': conflict('The workflow is disabled.', 'Enable it, or run another.'),
};
