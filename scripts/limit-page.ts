import {
  archiveLimits,
  batchLimits,
  defaultQuotas,
  fileAddressMinutes,
  idempotencyHours,
  invoiceMailLimits,
  jobWaits,
  linkLimits,
  maxExactLimit,
  maxExactQuota,
  networksPerSite,
  rateLimits,
  retentionDays,
  sharedLinkDays,
  sizeLimits,
} from '#lib/limits.ts';

/** docs/limits.md. A test compares the two. */
export function limitPage(): string {
  const table = (head: string[], rows: (string | number)[][]) =>
    [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const number = (value: number) => value.toLocaleString('en');
  const rates = Object.entries(rateLimits).map(([name, { points, seconds, subject, scope }]) => [
    subject,
    scope,
    `${number(points)} in ${seconds === 60 ? 'a minute' : `${number(seconds / 60)} minutes`}`,
    `\`${name}\``,
  ]);
  const sizes = [
    ['body', `${number(sizeLimits.bodyBytes)} bytes`, '413 `too-large`'],
    ['certificate', `${number(sizeLimits.certificateBytes)} bytes`, '422 `too-large`'],
    [
      'JSON values: members and elements, at every level',
      number(sizeLimits.jsonValues),
      '413 `too-large`; 422 `validation` for a patch that would make a document exceed the limit',
    ],
    ['elements of a list in JSON', number(sizeLimits.jsonElements), '413 `too-large`'],
    ['lines of an invoice', number(sizeLimits.invoiceLines), '422 `validation`'],
    [
      'stored document: characters of its texts and names',
      number(sizeLimits.documentCharacters),
      '422 `validation`',
    ],
    [
      'JSON Patch: everything that its operations write and its `test`s compare',
      `${number(sizeLimits.jsonValues)} values and ${number(sizeLimits.bodyBytes)} characters`,
      '422 `validation`',
    ],
    [
      'faults listed in a response',
      sizeLimits.listedFaults,
      'the first are listed, and `detail` mentions it',
    ],
    ['body of a batch', `${number(batchLimits.bodyBytes)} bytes`, '413 `too-large`'],
    ['JSON values of a batch', number(batchLimits.jsonValues), '413 `too-large`'],
    ['rows of a batch', number(batchLimits.rows), '422 `validation`'],
    [
      'archive of a month’s PDFs',
      `${number(archiveLimits.documents)} documents, 2 GiB`,
      'the rest is left out, and the page says how many',
    ],
    ['archives of PDFs made at once in a workspace', number(archiveLimits.atOnce), 'later ones are refused'],
    ['nesting of JSON', `${sizeLimits.jsonLevels} levels`, '400 `input`'],
    ['path and query', `${number(sizeLimits.urlCharacters)} characters`, '414 `address-too-long`'],
    [
      'items of a page',
      `${sizeLimits.pageItems}; ${sizeLimits.defaultPageItems} without \`limit\``,
      '422 `validation`',
    ],
    ['`offset` of a search', number(sizeLimits.searchOffset), '422 `validation`'],
    ['documents or steps on a page', `${number(sizeLimits.pageBytes)} bytes`, 'the rest is on the next page'],
    ['`key` of an entry or job', `${sizeLimits.keyCharacters} characters`, '422 `validation`'],
    ['files of an entry', sizeLimits.filesPerEntry, '409 `too-many-files`'],
    ['file uploaded to its URL', `${number(sizeLimits.fileBytes)} bytes`, '413 `too-large`'],
    ['validity of a file’s URL without an API key', `${fileAddressMinutes} minutes`, '404 `not-found`'],
    ['validity of a shared link to a file', `${sharedLinkDays} days`, '404 `not-found`'],
    ['members of `meta`', sizeLimits.metaMembers, '422 `validation`'],
    [
      '`wait` for the end of a job',
      `${jobWaits.seconds} seconds; ${jobWaits.perWorkspace} at a time per workspace, ${jobWaits.perProcess} per process`,
      'the response is sent earlier',
    ],
    [
      'patch in a step `silo.modify`',
      `${number(sizeLimits.stepPatchCharacters)} characters`,
      '422 `validation`',
    ],
    [
      'steps of a workflow, or of its rescue, as JSON',
      `${number(sizeLimits.stepsCharacters)} characters`,
      '422 `definition-too-large`',
    ],
    ['active webhook secrets', sizeLimits.webhookSecrets, '409 `too-many-secrets`'],
    ['`Idempotency-Key`', `${sizeLimits.idempotencyKeyCharacters} characters`, '422 `validation`'],
    [
      'response stored for an `Idempotency-Key`',
      `${idempotencyHours} hours`,
      'the request is processed again',
    ],
  ];
  const retention = Object.entries(retentionDays).map(([variable, { subject, since, days, min }]) => [
    subject,
    `${days} ${days === 1 ? 'day' : 'days'} after ${since}`,
    `\`${variable}\`, at least ${min}`,
  ]);
  return `# Limits

<!-- Written by \`npm run docs\` from lib/limits.ts. -->

## Sizes

${table(['subject', 'limit', 'when exceeded'], sizes)}

## Rates

${table(['subject', 'per', 'limit', 'name'], rates)}

All processes share the counts in the database. Limits up to ${maxExactLimit} are exact; for higher limits, each process learns the counts of the others within half a second. While the database is unavailable, each process counts for itself. The operator multiplies the rates with \`RATE_LIMIT_FACTOR\`. The address is that of the connection, or the one that the proxy \`ALTA_PROXY_HOPS\` away recorded. An IPv6 /64 counts as one address, and a /48 has the limit of ${networksPerSite} addresses.

Each response of the API has the state of the limits ([draft-ietf-httpapi-ratelimit-headers](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/)): \`q\` requests in \`w\` seconds, of which \`r\` remain for \`t\` seconds.

\`\`\`
RateLimit-Policy: "api";q=1200;w=60, "api-address";q=6000;w=60
RateLimit: "api";r=1187;t=42, "api-address";r=5904;t=42
\`\`\`

A request over a limit gets 429 with the key \`rate-limited\`, and \`Retry-After\` has the seconds to wait.

## Quotas

Quotas limit how much a workspace may have. A request over a quota gets 409 \`over-quota\` (for endpoints \`too-many-endpoints\`), with the quota, the current use and the maximum in \`faults\`:

${table(
  ['subject', 'limit', 'name'],
  Object.entries(defaultQuotas).map(([name, { max, subject }]) => [subject, number(max), `\`${name}\``]),
)}

The operator can change the quotas for all workspaces or for one: [operations](operations.md#quotas). Existing data stays when a quota is lowered below the current use. A quota of up to ${number(maxExactQuota)} is exact over all processes. The use of a larger quota is counted once a minute: requests within that minute may exceed the quota, and a changed quota takes effect after it. Data that Alta stores itself, such as the PDF of an invoice, and changes of existing data are counted and never refused.

## Mails

Mails and hand-overs by the holder of a registration link, and mails of invoices, are limited per 24 hours. They are counted in the database, over all processes. Mails of the step \`email.link\` count too, but are not refused; the step \`email.invoice\` is skipped at a limit:

${table(
  ['subject', 'limit'],
  [
    ['mails per link', linkLimits.dailyMailsPerLink],
    ['mails per address, from all links', linkLimits.dailyMailsPerAddress],
    ['mails per invoice', invoiceMailLimits.dailyMailsPerInvoice],
    [
      'mails of invoices per address, requested by hand or through the API',
      invoiceMailLimits.dailyRequestedMailsPerAddress,
    ],
    [
      'mails of invoices per address and workspace in the sandbox, from workflows and settings too',
      invoiceMailLimits.dailyRequestedMailsPerAddress,
    ],
    ['hand-overs of a registration', linkLimits.dailyHandOvers],
    ['helpers of a registration at a time', linkLimits.concurrentHelpers],
  ],
)}

## Retention

Finished work is kept for a time that the operator sets, and then deleted within an hour or two. Unfinished work stays, however old it is: a delivery that will be retried, the events of a waiting job.

${table(
  ['subject', 'kept until', 'set by'],
  [
    ...retention,
    ['data of the taxpayers’ register', '30 days after it was read', ''],
    ['archives of a month’s PDFs', `${archiveLimits.days} days after they were started`, ''],
    ['logins to the Console', 'their end', ''],
    ['links for a new password, and logins that wait for a code or for the OpenID provider', 'their end', ''],
  ],
)}

Everything else is kept indefinitely: entries with their files, labels and envelopes; invoices, their submissions and the authority's answers; registrations, links, certificates and delegations; jobs and their steps; and workflows with their versions. The activity of an entry is read from the audit log, and so goes back as far as that.

Deleted records are no longer listed, and a request by id gets 404; a job then has \`events: []\`. Existing cursors stay valid.
`;
}
