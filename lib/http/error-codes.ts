import type { ApiErrorCode } from '#lib/errors.ts';
import type { ErrorCodeDescription } from './error-catalogue.ts';

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

/** What each code means and what to do about it. A code without words does not compile. */
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
  'not-started': {
    keys: ['not-found'],
    cause: 'No registration was opened for the entry.',
    remedy: 'Run the registration workflow on it.',
  },
  'registered-cuit': conflict(
    'The CUIT of a supplier stays from when its registration is opened.',
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
