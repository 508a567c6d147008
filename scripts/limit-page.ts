import {
  batchLimits,
  defaultQuotas,
  fileAddressMinutes,
  idempotencyHours,
  jobWaits,
  linkLimits,
  maxExactLimit,
  maxExactQuota,
  networksPerSite,
  rateLimits,
  retentionDays,
  sizeLimits,
} from '#lib/limits.ts';

/** docs/limits.md. A test compares the two. */
export function limitPage(): string {
  const table = (head: string[], rows: (string | number)[][]) =>
    [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const number = (value: number) => value.toLocaleString('en');
  const rates = Object.entries(rateLimits).map(([name, { points, seconds, what, by }]) => [
    what,
    by,
    `${number(points)} in ${seconds === 60 ? 'a minute' : `${number(seconds / 60)} minutes`}`,
    `\`${name}\``,
  ]);
  const sizes = [
    ['body', `${number(sizeLimits.bodyBytes)} bytes`, '413 `too-large`'],
    ['certificate', `${number(sizeLimits.certificateBytes)} bytes`, '422 `too-large`'],
    [
      'values of a JSON: members and elements, at every level',
      number(sizeLimits.jsonValues),
      '413 `too-large`; 422 `validation` where a patch would bring a document above it',
    ],
    ['elements of a list in a JSON', number(sizeLimits.jsonElements), '413 `too-large`'],
    ['lines of an invoice', number(sizeLimits.invoiceLines), '422 `validation`'],
    [
      'a document as it is kept: letters of its texts and names',
      number(sizeLimits.documentCharacters),
      '422 `validation`',
    ],
    [
      'what a JSON Patch writes with all its operations, and what its `test`s compare with',
      `${number(sizeLimits.jsonValues)} values and ${number(sizeLimits.bodyBytes)} letters`,
      '422 `validation`',
    ],
    ['faults that a refusal names', sizeLimits.listedFaults, 'the first are named, and `detail` says so'],
    ['body of a batch', `${number(batchLimits.bodyBytes)} bytes`, '413 `too-large`'],
    ['values of the JSON of a batch', number(batchLimits.jsonValues), '413 `too-large`'],
    ['rows of a batch', number(batchLimits.rows), '422 `validation`'],
    ['nesting of JSON', `${sizeLimits.jsonLevels} levels`, '400 `input`'],
    ['path and query', `${number(sizeLimits.addressCharacters)} characters`, '414 `address-too-long`'],
    [
      'items of a page',
      `${sizeLimits.pageItems}; ${sizeLimits.defaultPageItems} unless \`limit\` says otherwise`,
      '422 `validation`',
    ],
    ['`offset` of a search', number(sizeLimits.searchOffset), '422 `validation`'],
    [
      'documents, or steps, of a page',
      `${number(sizeLimits.pageBytes)} bytes`,
      'the rest begins the next page',
    ],
    ['`key` of an entry or job', `${sizeLimits.keyCharacters} characters`, '422 `validation`'],
    ['files of an entry', sizeLimits.filesPerEntry, '409 `too-many-files`'],
    ['a file that is sent to its address', `${number(sizeLimits.fileBytes)} bytes`, '413 `too-large`'],
    ['the address of a file, without a key', `${fileAddressMinutes} minutes`, '404 `not-found`'],
    ['members of `meta`', sizeLimits.metaMembers, '422 `validation`'],
    [
      '`wait` for the end of a job',
      `${jobWaits.seconds} seconds; ${jobWaits.perWorkspace} at a time of a workspace, ${jobWaits.perProcess} of a process`,
      'the answer comes sooner',
    ],
    ['webhook secrets that sign', sizeLimits.webhookSecrets, '409 `too-many-secrets`'],
    ['`Idempotency-Key`', `${sizeLimits.idempotencyKeyCharacters} characters`, '422 `validation`'],
    ['an answer kept under its `Idempotency-Key`', `${idempotencyHours} hours`, 'made anew'],
  ];
  const kept = Object.entries(retentionDays).map(([variable, { what, since, days, least }]) => [
    what,
    `${days} ${days === 1 ? 'day' : 'days'} after ${since}`,
    `\`${variable}\`, ${least} at the least`,
  ]);
  return `# Limits

<!-- Written by \`npm run docs\` from lib/limits.ts. -->

## Sizes

${table(['what', 'limit', 'beyond it'], sizes)}

## Rates

${table(['what', 'by', 'limit', 'name'], rates)}

All processes count together, in the database: up to ${maxExactLimit} exactly; of more, each hears within half a second what the others had. While the database is away each counts for itself. The operator multiplies the rates with \`RATE_LIMIT_FACTOR\`. An address is the connection's, or the one that the proxy \`ALTA_PROXY_HOPS\` away wrote down. Of IPv6 a whole /64 is one address, and a /48 has as much as ${networksPerSite} of them.

Answers of the API tell where you stand ([draft-ietf-httpapi-ratelimit-headers](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/)): \`q\` requests in \`w\` seconds, of which \`r\` remain for \`t\` seconds.

\`\`\`
RateLimit-Policy: "api";q=1200;w=60, "api-address";q=6000;w=60
RateLimit: "api";r=1187;t=42, "api-address";r=5904;t=42
\`\`\`

Over a limit the answer is 429 with the key \`rate-limited\`, and \`Retry-After\` says how many seconds to wait.

## Quotas

How much a workspace may have. Beyond it the answer is 409 \`over-quota\` (of endpoints \`too-many-endpoints\`), with the quota, what there is and the most in \`faults\`:

${table(
  ['what', 'limit', 'name'],
  Object.entries(defaultQuotas).map(([name, { most, what }]) => [what, number(most), `\`${name}\``]),
)}

The operator sets other ones, for all workspaces or for one: [operations](operations.md#quotas). What is there stays when a quota is lowered below it. A quota of up to ${number(maxExactQuota)} is exact, over all processes. What is more than that is counted once a minute: what comes within the minute may go beyond the quota, and a quota that was changed holds after it. What Alta itself keeps, such as the PDF of an invoice, and changes of what is there are counted and never refused.

## Links

What the holder of a registration link may have written to others is counted in the database, over all processes, within 24 hours. What a workflow mails counts too, and is not refused:

${table(
  ['what', 'limit'],
  [
    ['mails of a link', linkLimits.dailyMailsPerLink],
    ['mails to an address, of all links', linkLimits.dailyMailsPerAddress],
    ['handing a registration over', linkLimits.dailyHandOvers],
    ['whom it is handed over to at a time', linkLimits.concurrentHelpers],
  ],
)}

## Kept

What has ended is kept for a time and then removed for good, within an hour or two; the operator says for how long. What is under way stays, however old it is: a delivery that is tried again, the events of a job that waits.

${table(
  ['what', 'kept until', 'set by'],
  [
    ...kept,
    ['what the taxpayers’ register said', '30 days after it was read', ''],
    ['logins into the Console', 'their end', ''],
    ['links for a new password, and logins that wait for a code or for the OpenID provider', 'their end', ''],
  ],
)}

All else is kept for ever: entries with their files, labels and envelopes; invoices, their submissions and what the authority answered; registrations, links, certificates and delegations; jobs and their steps; and workflows with their versions. The activity of an entry is read from the audit log, and so goes back as far as that.

What was removed is no longer listed, and answers 404 by its id; a job has \`events: []\` then. A cursor that you hold stays good.
`;
}
