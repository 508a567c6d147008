/** Points for each window of seconds, over all processes. RATE_LIMIT_FACTOR multiplies all of them. */
export const rateLimits = {
  api: { points: 1_200, seconds: 60, what: 'API requests', by: 'API key' },
  // Many keys may stand behind one address: a platform's, or an office's.
  'api-address': { points: 6_000, seconds: 60, what: 'API requests, with whatever key', by: 'address' },
  'failed-authentication': {
    points: 60,
    seconds: 60,
    what: 'API requests without a valid key',
    by: 'address',
  },
  // A guess. Who holds a good link is never counted here.
  'unknown-ref': { points: 30, seconds: 60, what: 'registration links that are not ours', by: 'address' },
  wizard: { points: 240, seconds: 60, what: 'pages and answers of the wizard', by: 'link' },
  upload: { points: 30, seconds: 600, what: 'uploads of a certificate', by: 'registration' },
  proof: {
    points: 20,
    seconds: 600,
    what: 'logins at the authority that are asked for, new key pairs, reading of points of sale',
    by: 'registration',
  },
  register: {
    points: 60,
    seconds: 60,
    what: "questions to the authority's taxpayers' register; what is kept and what invoices ask is not counted",
    by: 'workspace',
  },
  'policy-report': {
    points: 30,
    seconds: 60,
    what: "reports of browsers on the pages' content security policy",
    by: 'address',
  },
  'new-link': { points: 10, seconds: 3_600, what: 'asking for a new link', by: 'address' },
  login: { points: 10, seconds: 900, what: 'logins into the Console', by: 'account and address' },
  // From everywhere: a stranger's guesses do not soon keep its owner out.
  'login-account': { points: 100, seconds: 3_600, what: 'the same, from everywhere', by: 'account' },
  'login-address': {
    points: 60,
    seconds: 900,
    what: 'the same, and forms of setup, invitations and new passwords',
    by: 'address',
  },
  'login-device': {
    points: 10,
    seconds: 900,
    what: 'logins from a device on which the account logged in before; the three above do not count them',
    by: 'account and device',
  },
  'password-reset': { points: 5, seconds: 3_600, what: 'asking for a new password', by: 'account' },
  password: { points: 10, seconds: 900, what: 'changes of a password', by: 'user' },
} as const;
export type LimitName = keyof typeof rateLimits;

/**
 * Up to so many, uses in all processes are counted exactly: each asks the database. Beyond, a process counts its own,
 * and hears of the others' a moment later.
 */
export const exactLimitUpTo = 100;

/** An IPv6 address is counted as its /64, and the /48 around it has as much as so many of its 65,536 networks. */
export const networksOfASite = 16;

/** How much there may be of what a caller sends or asks for. */
export const sizeLimits = {
  bodyBytes: 1_048_576,
  /** The header, the JSON around it and base64 take their part of the body's bytes. */
  certificateBytes: 65_536,
  jsonLevels: 32,
  addressCharacters: 4_096,
  pageItems: 100,
  pageItemsUnlessTold: 20,
  /** What is large in the items of a page, such as documents. The first item there always is. */
  pageBytes: 8_388_608,
  keyCharacters: 200,
  filesOfAnEntry: 100,
  /** Of a workspace: each event is a message to each of them. */
  webhookEndpoints: 30,
  /** Of a workspace, at a time: each signs each message. */
  webhookSecrets: 5,
  /** Of a list, for a person. */
  savedViews: 50,
  idempotencyKeyCharacters: 255,
} as const;

/** Of one operation on many rows. */
export const batchLimits = {
  rows: 10_000,
  bodyBytes: 16_777_216,
  /** Of a CSV in the Console. */
  uploadBytes: 8_388_608,
} as const;

/** So many days before an API key ends, the workspace's owners are told. */
export const keyNoticeDays = 14;

/**
 * Pages of lists that an API key may have under way, in each process; the others wait for their turn. Each may be of
 * `pageBytes`, and the process does one thing at a time: more at once would only be more to keep.
 */
export const pageSlots = { atOnce: 4, waitSeconds: 10 } as const;

/** What the holder of a link may have us write to others, counted in the database: over all processes. */
export const linkLimits = {
  mailsADayOfALink: 3,
  mailsADayToAnAddress: 10,
  helpersAtATime: 3,
  handOversADay: 10,
} as const;

/**
 * For how many days what has ended is kept, by the variable that says otherwise; `least` is the fewest it may say.
 * lib/retention.ts removes it then. What is under way stays, however old it is.
 */
export const keptDays = {
  KEEP_EVENTS_DAYS: { what: 'events of the steps of jobs', since: 'the job’s end', days: 90, least: 7 },
  KEEP_DELIVERIES_DAYS: {
    what: 'webhook deliveries, with their bodies and attempts',
    since: 'they were delivered, given up or cancelled',
    days: 90,
    least: 7,
  },
  KEEP_BATCH_ROWS_DAYS: { what: 'rows of batches', since: 'the batch’s end', days: 90, least: 7 },
  KEEP_MAILS_DAYS: { what: 'mails of registration links', since: 'they were asked for', days: 365, least: 7 },
  KEEP_ANSWERS_DAYS: {
    what: 'answers under an `Idempotency-Key`',
    since: 'the request',
    days: 1,
    least: 1,
  },
  // Ten years, as issued invoices: docs/privacy.md.
  KEEP_AUDIT_DAYS: { what: 'lines of the audit log', since: 'they were written', days: 3_653, least: 365 },
} as const;

/** For how long an answer is surely there under its `Idempotency-Key`. */
export const idempotencyHours = 24 * keptDays.KEEP_ANSWERS_DAYS.least;

/** The page of all limits, in Markdown: docs/limits.md. A test compares the two. */
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
    ['body of a batch', `${number(batchLimits.bodyBytes)} bytes`, '413 `too-large`'],
    ['rows of a batch', number(batchLimits.rows), '422 `validation`'],
    ['nesting of JSON', `${sizeLimits.jsonLevels} levels`, '400 `input`'],
    ['path and query', `${number(sizeLimits.addressCharacters)} characters`, '414 `address-too-long`'],
    [
      'items of a page',
      `${sizeLimits.pageItems}; ${sizeLimits.pageItemsUnlessTold} unless \`limit\` says otherwise`,
      '422 `validation`',
    ],
    [
      'documents, or steps, of a page',
      `${number(sizeLimits.pageBytes)} bytes`,
      'the rest begins the next page',
    ],
    ['`key` of an entry or job', `${sizeLimits.keyCharacters} characters`, '422 `validation`'],
    ['files of an entry', sizeLimits.filesOfAnEntry, '409 `too-many-files`'],
    ['webhook endpoints of a workspace', sizeLimits.webhookEndpoints, '409 `too-many-endpoints`'],
    ['webhook secrets that sign', sizeLimits.webhookSecrets, '409 `too-many-secrets`'],
    ['`Idempotency-Key`', `${sizeLimits.idempotencyKeyCharacters} characters`, '422 `validation`'],
    ['an answer kept under its `Idempotency-Key`', `${idempotencyHours} hours`, 'made anew'],
  ];
  const kept = Object.entries(keptDays).map(([variable, { what, since, days, least }]) => [
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

All processes count together, in the database: up to ${exactLimitUpTo} exactly; of more, each hears within half a second what the others had. While the database is away each counts for itself. The operator multiplies the rates with \`RATE_LIMIT_FACTOR\`. An address is the connection's, or the one that the proxy \`ALTA_PROXY_HOPS\` away wrote down. Of IPv6 a whole /64 is one address, and a /48 has as much as ${networksOfASite} of them.

Answers of the API tell where you stand ([draft-ietf-httpapi-ratelimit-headers](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/)): \`q\` requests in \`w\` seconds, of which \`r\` remain for \`t\` seconds.

\`\`\`
RateLimit-Policy: "api";q=1200;w=60, "api-address";q=6000;w=60
RateLimit: "api";r=1187;t=42, "api-address";r=5904;t=42
\`\`\`

Over a limit the answer is 429 with the key \`rate-limited\`, and \`Retry-After\` says how many seconds to wait.

## Links

What the holder of a registration link may have written to others is counted in the database, over all processes, within 24 hours. What a workflow mails counts too, and is not refused:

${table(
  ['what', 'limit'],
  [
    ['mails of a link', linkLimits.mailsADayOfALink],
    ['mails to an address, of all links', linkLimits.mailsADayToAnAddress],
    ['handing a registration over', linkLimits.handOversADay],
    ['whom it is handed over to at a time', linkLimits.helpersAtATime],
  ],
)}

## Pages at once

An API key has ${pageSlots.atOnce} pages of lists under way in a process, each until you have read it. Others wait for their turn, and after ${pageSlots.waitSeconds} s without one they are refused like what is over a rate. What is no list waits for none.

## Kept

What has ended is kept for a time and then removed for good, within an hour or two; the operator says for how long. What is under way stays, however old it is: a delivery that is tried again, the events of a job that waits.

${table(
  ['what', 'kept until', 'set by'],
  [
    ...kept,
    ['what the taxpayers’ register said', '30 days after it was read', ''],
    ['logins into the Console', 'their end', ''],
    ['links for a new password', 'their end', ''],
  ],
)}

All else is kept for ever: entries with their files, labels and envelopes; invoices, their submissions and what the authority answered; registrations, links, certificates and delegations; jobs and their steps; and workflows with their versions. The activity of an entry is read from the audit log, and so goes back as far as that.

What was removed is no longer listed, and answers 404 by its id; a job has \`events: []\` then. A cursor that you hold stays good.
`;
}
