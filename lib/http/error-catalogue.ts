import { rejectionReasons, supportCodes } from '#lib/certificates/rejection.ts';
import type { ApiErrorCode, ErrorKey } from '#lib/errors.ts';

interface ErrorKeyDescription {
  status: number;
  title: string;
  cause: string;
  remedy: string;
}

/** Status, cause and remedy of each error key. */
export const errorKeys: Record<ErrorKey, ErrorKeyDescription> = {
  input: {
    status: 400,
    title: 'The request could not be read',
    cause:
      'The body is not JSON, is nested too deeply or has a character that can not be stored; or the request is not valid HTTP.',
    remedy: 'Send UTF-8 JSON. A repeated request will fail again.',
  },
  unauthorised: {
    status: 401,
    title: 'A valid API key is needed',
    cause: 'There is no `Authorization: Bearer` header, or its key is unknown, expired or revoked.',
    remedy: 'Create a key in the Console under Configuration, API keys.',
  },
  forbidden: {
    status: 403,
    title: 'This is not allowed',
    cause: 'The request is authenticated but not permitted.',
    remedy: 'Ask an owner of the workspace.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    cause:
      'The path does not exist, or the workspace of the API key has nothing with this id or key. Data of another workspace gets the same response.',
    remedy:
      'Check the path and the id, and that the API key belongs to the right workspace, sandbox or live.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This method is not allowed here',
    cause: 'The path exists but does not support this method.',
    remedy: 'Use a method of the `Allow` header.',
  },
  'not-acceptable': {
    status: 406,
    title: 'The requested content type is not available',
    cause: 'The `Accept` header does not include `application/json`.',
    remedy: 'Send `Accept: application/json`, or no `Accept` header.',
  },
  conflict: {
    status: 409,
    title: 'Conflict with existing data',
    cause: 'The id or key is already in use, or the current state does not allow the request.',
    remedy: 'Fetch the current data and decide; see `code` and `fields`.',
  },
  gone: {
    status: 410,
    title: 'No longer there',
    cause: 'It existed and was ended.',
    remedy: 'Start again.',
  },
  'too-large': {
    status: 413,
    title: 'The request is too large',
    cause: 'The body has more bytes than the [limits](limits.md) allow.',
    remedy: 'Send less data per request.',
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
    cause: 'The route does not accept the `Content-Type`.',
    remedy: 'Send `Content-Type: application/json`; an update of an entry also accepts patches.',
  },
  misdirected: {
    status: 421,
    title: 'This host is not served here',
    cause: 'The `Host` header has a name that the installation does not serve.',
    remedy: 'Use the address that the operator gave you. The operator adds other names to `ALTA_HOSTS`.',
  },
  validation: {
    status: 422,
    title: 'Some fields are not valid',
    cause: 'The request breaks a rule: a field is missing, unknown or not valid, or the content was refused.',
    remedy:
      '`fields` has the errors nested like the body, `faults` has JSON paths into the document. Correct the fields and send the request again.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    cause: 'A [limit](limits.md) is exhausted.',
    remedy: 'Wait for the seconds in `Retry-After`.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    cause: 'A defect.',
    remedy: 'Send the `request_id` to the operator: the log has the details. Retry with the same id or key.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    cause: 'The database does not respond, or the disk is full: read requests still work in that case.',
    remedy: 'Retry after the seconds in `Retry-After`, with the same id or key.',
  },
};

export interface ErrorCodeDescription {
  /** Keys of the errors that have this code. */
  keys: ErrorKey[];
  cause: string;
  remedy: string;
}

/** Returns the content of docs/errors.md. A test compares it with the file. */
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
    'A `code` is more specific than a key. Not every error has one.\n',
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

Every error response has the same body, \`application/problem+json\` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)):

| member | meaning |
|---|---|
| \`type\`, \`title\`, \`status\`, \`detail\`, \`instance\` | as in the RFC; \`instance\` is the path of the request |
| \`key\` | the kind of error, from the first list |
| \`code\` | a more specific reason, from the second list; optional |
| \`message\` | for people, in English; \`validation\` if the details are only in \`fields\` |
| \`fields\` | the errors of the fields, nested like the body; elements of a list are members such as \`lines[0]\` |
| \`faults\` | \`[{code, message, params, paths}]\`, with JSON paths into the document, and the values used in \`message\` in \`params\`; the codes of invoices are in [invoices](invoices.md#what-is-refused) |
| \`request_id\` | also in the header \`X-Request-Id\` and in the log |

Use \`key\` and \`code\` in your code: they are stable, the texts are not. New codes may be added at any time; handle an unknown code by its key.
`;

const supportIntroduction = `
## Support codes

When a certificate is refused, the wizard shows the supplier one of these short codes, for use with support. The Console shows it beside the reason and can search for it; the API has the same reason in \`code\`. A code is never reused for another reason.
`;

const ending = `
## Faults of a job

A failed job has \`faults\` with a \`code\` and a \`message\`: \`gave-up\` (a step failed too often), \`not-delivered\` (the receiver of a webhook step never accepted it), \`cancelled\`, \`unregistered\`, the reasons of a rejected certificate above, and for invoices \`ARCA-nnnnn\`, the authority's own code. Use the \`params\`, the values of the \`message\`, to write your own text: \`own\` is the authority's own text, in Spanish, and \`why\` distinguishes the cases of one code.`;

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

/** Cause and remedy of each code. */
export const errorCodes: Record<ApiErrorCode, ErrorCodeDescription> = {
  empty: rejected('The uploaded file is empty.', 'Send the file that the portal issued.'),
  'too-large': rejected(
    'The uploaded file is larger than 64 KiB.',
    'Send the certificate alone; it has less than 10 KiB.',
  ),
  'certificate-request': rejected(
    'The certificate request was sent instead of the certificate.',
    "Send the certificate that the authority's portal issued for the request.",
  ),
  'private-key': rejected(
    'A private key was sent. It was not stored.',
    'Send the certificate, and delete every copy of the key.',
  ),
  pkcs12: rejected('A PKCS#12 file (.p12, .pfx) was sent.', 'Send the certificate alone, in PEM or DER.'),
  'not-a-certificate': rejected(
    'The file is not a certificate but, for example, a picture, a PDF or a web page.',
    'Send the `.crt` file.',
  ),
  malformed: rejected(
    'The certificate is damaged or incomplete.',
    'Download it from the portal again, and include its first and last line.',
  ),
  'authority-certificate': rejected(
    "The certificate is the authority's own.",
    "Send the supplier's certificate, issued for the request of this registration.",
  ),
  'wrong-environment': rejected(
    'The certificate is for the sandbox but the workspace is live, or the reverse.',
    'Create it in the portal of the right environment, from the request of this workspace.',
  ),
  'unknown-issuer': rejected(
    'The certificate was not issued by the authority.',
    "Create it in the authority's portal; certificates of other issuers are not accepted.",
  ),
  untrusted: rejected(
    "The signature does not chain to the authority's certificates in `ARCA_TRUST_BUNDLE_DIR`.",
    'Check the certificate, and ask the operator to check the directory.',
  ),
  'other-key': rejected(
    'The certificate was issued for another request.',
    'Fetch the request (`…/csr`) and create the certificate from it.',
  ),
  expired: rejected('The certificate has expired.', 'Create a new one in the portal.'),
  'not-yet-valid': rejected('The certificate is not valid yet.', 'Wait, or check the clock of the server.'),
  'other-cuit': rejected(
    "In live: the CUIT of the certificate is not the supplier's.",
    "Create it in the portal in the supplier's name.",
  ),
  'in-use': rejected(
    'The certificate is in use in another workspace.',
    'Create another one from a request of this workspace.',
  ),
  'not-authorised': rejected(
    'The certificate is valid but not authorized for the invoicing service yet.',
    'Authorize the alias for `wsfe` in the portal, then confirm again.',
  ),
  'authority-unavailable': {
    keys: ['unavailable', 'validation'],
    cause:
      'The authority does not respond. Its earlier answers and the certificate (`validation`) are kept, and the check is retried automatically.',
    remedy: 'Retry after `Retry-After`, if the response has one.',
  },
  'cuit-not-represented': rejected(
    "The certificate is authorized, but not for the supplier's CUIT.",
    'Authorize the alias in the name of the supplier, then confirm again.',
  ),
  'address-not-allowed': {
    keys: ['forbidden'],
    cause: 'The API key is valid but may not be used from the address of the request.',
    remedy: 'Send the request from an allowed address, or create a key that allows this one.',
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
    'No certificate was received yet.',
    '`POST …/certificate` first, then confirm.',
  ),
  'being-issued': conflict(
    'The invoice is being sent to the authority.',
    'Wait until its job has ended. If the job was cancelled while the authority did not respond, wait up to about ten minutes.',
  ),
  'changed-meanwhile': conflict(
    'The record was changed after the `version` in the request was read.',
    'Fetch the record, repeat the change and send the new `version`.',
  ),
  completed: {
    keys: ['conflict', 'not-found'],
    cause:
      'The registration is complete: its link can not be extended, and it no longer accepts a certificate (`…/csr` and `…/certificate` are `not-found`).',
    remedy: 'Nothing to do: the supplier can issue invoices.',
  },
  'delegate-not-authorised': conflict(
    'The certificate of the workspace’s delegate is not authorized for the taxpayers’ register.',
    'Authorize its alias in the portal for «Consulta de constancia de inscripción» (`ws_sr_constancia_inscripcion`), as for the invoicing service. The authorization is checked again after 10 minutes.',
  ),
  'file-private': conflict(
    'The file was added with `private`.',
    'Fetch it with the API key, or add it again without `private`.',
  ),
  'idempotency-key-reused': rejected(
    'The `Idempotency-Key` was used for another request to this route.',
    'Use a different key for each request that creates something.',
  ),
  'key-destroyed': conflict(
    'The private key was destroyed when the supplier was unregistered.',
    'Run the registration workflow again.',
  ),
  'link-expired': conflict('The link has expired.', 'Extend it with `PATCH …/link`.'),
  'intent-mismatch': conflict(
    'The registration has no task of this `intent`; `message` says why.',
    'Use the `intent` in `message`, or leave it out to get what the supplier has to do next.',
  ),
  'link-revoked': conflict('The link was revoked.', 'Issue a new one with `POST …/link`.'),
  'name-taken': conflict(
    'Another workspace has the slug, or too many workspaces have the name.',
    'Choose another one.',
  ),
  'no-address': conflict(
    'The supplier gave no e-mail address, and the link was never mailed.',
    'Mail the link first, or send it to the supplier yourself.',
  ),
  'is-delegate': conflict(
    'The supplier is the delegate itself, which uses its own certificate.',
    'Register it with a certificate.',
  ),
  'no-delegate': conflict(
    'The workspace has no delegate, whose certificate acts for other suppliers and queries the taxpayers’ register.',
    'Set one with `PATCH /access/v1/apps/gov-ar` and `{"delegate": {"silo_entry_id": …}}`: a registered supplier, such as your own company.',
  ),
  'no-default-workflow': conflict(
    'The job names no workflow, and the workspace has no default for this kind of document.',
    'Send `workflow_id`, or make a workflow the default: `PATCH …/workflows/{id}` with `default` `true`.',
  ),
  'no-pdf': conflict(
    'The entry is not an authorized invoice, or has no PDF yet.',
    'Run a workflow with the steps `gov-ar.send` and `pdf` on it.',
  ),
  'entry-closed': conflict(
    'A step `silo.close` of a workflow closed the entry: its document can not be changed any more.',
    'Create another entry. Correct an authorized invoice with a credit or debit note.',
  ),
  'not-offered': {
    keys: ['not-found'],
    cause: 'The path belongs to a part of other systems that Alta does not have.',
    remedy:
      '`message` names what to use instead; [versions](versions.md#what-the-reference-has-and-this-does-not) has the whole list.',
  },
  'entry-erased': {
    keys: ['gone'],
    cause:
      'The data of the supplier was erased permanently. Only the id of the entry remains, and the entry can not be changed.',
    remedy: 'Delete your own copies. Create a new entry with another id for a supplier who comes back.',
  },
  'not-confirmed': rejected(
    'The confirmation is not the name or the tax code of the supplier.',
    'Send one of them exactly as in the entry.',
  ),
  'not-a-supplier': conflict(
    'The entry is a customer or an invoice, but the request requires a supplier.',
    'Use the supplier’s entry: its export includes their invoices.',
  ),
  'not-by-delegation': conflict(
    'The supplier is registered, or is being registered, with their own certificate.',
    'Run a workflow whose step `gov-ar.register` has the `mode` `delegation` or `choice`.',
  ),
  'not-claimed': conflict(
    'The supplier has not confirmed the delegation.',
    'Confirm it first: `POST …/delegation`.',
  ),
  'not-registered': conflict('The supplier has no proved certificate.', 'Finish the registration first.'),
  'no-registration': {
    keys: ['not-found'],
    cause: 'The entry has no registration.',
    remedy: 'Run the registration workflow on it.',
  },
  'registered-cuit': conflict(
    'The CUIT of a supplier can not be changed after its registration was created.',
    'Unregister the supplier first, or create another entry.',
  ),
  revoked: {
    keys: ['conflict', 'not-found'],
    cause:
      'The registration was ended: it has no link and no longer accepts a certificate (`…/csr` and `…/certificate` are `not-found`).',
    remedy: 'Run the registration workflow again.',
  },
  'scope-missing': {
    keys: ['forbidden'],
    cause: 'The API key lacks the [scope](authentication.md#what-a-key-may-do) in `message`.',
    remedy: 'Use a key with that scope: an owner of the workspace can create one.',
  },
  'still-running': conflict('The job has not ended.', 'Wait, or cancel it.'),
  'nothing-to-retry': conflict('No failed step of the job is waiting for a retry.', "Check the job's steps."),
  'not-skippable': conflict(
    'The job is not waiting, or is waiting at a step that later steps depend on.',
    'Wait, or cancel the job.',
  ),
  'over-quota': conflict(
    'The workspace has reached a [quota](limits.md#quotas); `faults` has its name and the numbers.',
    'Remove unneeded data, or ask the operator to raise the quota.',
  ),
  'taxpayer-unknown': {
    keys: ['not-found'],
    cause: 'No taxpayer has this CUIT.',
    remedy: 'Ask the taxpayer for their CUIT. The taxpayers in the sandbox are fictitious.',
  },
  'too-many-endpoints': conflict(
    'The workspace has the maximum number of webhook endpoints.',
    'Remove one, or add events to an existing one.',
  ),
  'too-many-files': conflict(
    'The entry has the maximum number of files.',
    'Replace a file by sending the same category and key.',
  ),
  'too-many-helpers': conflict(
    'The registration has the maximum number of helpers.',
    'Take the steps back from one of them: `DELETE …/links/{link_id}`.',
  ),
  'too-many-mails': {
    keys: ['rate-limited'],
    cause: 'The [limit](limits.md#mails) of mails a day for the link, the invoice or the address is reached.',
    remedy: 'Retry after `Retry-After`, or send the link or the PDF yourself.',
  },
  'last-secret': conflict(
    'The webhook secret is the only one that signs without an end.',
    'Add one or rotate, then end this one.',
  ),
  'not-simulated': conflict(
    'The workspace is live, or the authority of its sandbox is not the simulator.',
    'Simulate events in a sandbox workspace of the demo, or of an installation with `ARCA_SANDBOX_URL`.',
  ),
  'too-many-secrets': conflict(
    'Five webhook secrets sign, the maximum.',
    'End one that no receiver verifies with any more: `DELETE /transform/v1/webhooks/secrets/{id}`. Or rotate with `overlap_hours` 0, which ends all earlier ones.',
  ),
  'endpoint-disabled': conflict('The endpoint is disabled.', 'Enable it with `disabled` `false`.'),
  'under-way': conflict('A delivery attempt is in progress.', 'Retry after `Retry-After`.'),
  'workflow-archived': conflict(
    'The workflow is archived.',
    'Restore it with `archived` `false`, or run another workflow.',
  ),
  'workflow-disabled': conflict('The workflow is disabled.', 'Enable it, or run another workflow.'),
  'workflow-in-use': conflict(
    'Jobs have run the workflow, so it can not be deleted.',
    'Archive it: `PATCH …/workflows/{id}` with `archived` `true`.',
  ),
};
