/**
 * Allowed uses (`points`) in each window of `seconds`, counted over all processes. RATE_LIMIT_FACTOR multiplies the
 * points.
 */
export const rateLimits = {
  api: { points: 1_200, seconds: 60, subject: 'API requests', scope: 'API key' },
  // Many keys may share an address, such as a platform's or an office's.
  'api-address': { points: 6_000, seconds: 60, subject: 'API requests with any key', scope: 'address' },
  'failed-authentication': {
    points: 60,
    seconds: 60,
    subject: 'API requests without a valid key, and requests for a file by an invalid URL',
    scope: 'address',
  },
  // Limits the guessing of links. Requests with a valid link do not count.
  'unknown-ref': { points: 30, seconds: 60, subject: 'unknown registration links', scope: 'address' },
  wizard: { points: 240, seconds: 60, subject: 'pages and form submissions of the wizard', scope: 'link' },
  // Separate from the wizard's limit, so that a platform with many open pages does not use up the supplier's.
  embedded: {
    points: 120,
    seconds: 60,
    subject: 'requests of a platform’s page for the progress of a registration',
    scope: 'link',
  },
  upload: { points: 30, seconds: 600, subject: 'certificate uploads', scope: 'registration' },
  proof: {
    points: 20,
    seconds: 600,
    subject: 'requested logins at the authority, new key pairs, reads of the points of sale',
    scope: 'registration',
  },
  'cuit-answer': {
    points: 6,
    seconds: 3_600,
    subject: 'answers of a supplier to whether the CUIT is theirs',
    scope: 'registration',
  },
  register: {
    points: 60,
    seconds: 60,
    subject:
      "queries of the authority's taxpayers' register and exchange rates; cached data and the queries of invoices do not count",
    scope: 'workspace',
  },
  'policy-report': {
    points: 30,
    seconds: 60,
    subject: "browsers' reports of violations of the content security policy",
    scope: 'address',
  },
  'new-link': { points: 10, seconds: 3_600, subject: 'requests for a new link', scope: 'address' },
  login: { points: 10, seconds: 900, subject: 'logins to the Console', scope: 'account and address' },
  // High, so that strangers who guess passwords do not quickly lock out the owner of the account.
  'login-account': {
    points: 100,
    seconds: 3_600,
    subject: 'logins to the Console, from all addresses',
    scope: 'account',
  },
  'login-address': {
    points: 60,
    seconds: 900,
    subject:
      'logins to the Console, including those by the OpenID provider or a passkey; confirmations by a passkey; setup, invitation and new password forms',
    scope: 'address',
  },
  'login-device': {
    points: 10,
    seconds: 900,
    subject:
      'logins and codes from a device on which the account has logged in before; the three limits above do not count these',
    scope: 'account and device',
  },
  'password-reset': { points: 5, seconds: 3_600, subject: 'requests for a new password', scope: 'account' },
  // Codes count only after the right password.
  'second-factor': {
    points: 10,
    seconds: 3_600,
    subject:
      'codes of a second factor; a device on which the account has logged in before is limited by `login-device` instead',
    scope: 'user',
  },
  password: {
    points: 10,
    seconds: 900,
    subject:
      'password changes, confirmations of a login by password or code, and links to an account of the OpenID provider',
    scope: 'user',
  },
} as const;
export type LimitName = keyof typeof rateLimits;

/**
 * Limits up to this are exact over all processes, because each use queries the database. For higher limits,
 * each process counts its own uses and receives the counts of the others a moment later.
 */
export const maxExactLimit = 100;

/** An IPv6 address counts as its /64. All /64s of one /48 together get this many times the limit of a single /64. */
export const networksPerSite = 16;

/** Limits of the structure of JSON bodies, which determines the cost of processing more than their size does. */
export interface JsonLimits {
  /** Object members and list elements of all levels together. */
  jsonValues: number;
  /** Elements of one list. */
  jsonElements: number;
}

/** Limits of request and response sizes. */
export const sizeLimits = {
  bodyBytes: 1_048_576,
  /** A fetched invoice of a thousand lines has some 25,000 values. */
  jsonValues: 30_000,
  /** More than `invoiceLines`, so that an invoice with a few lines too many gets the more specific error. */
  jsonElements: 2_000,
  /** Characters of all strings and member names in a stored document. */
  documentCharacters: 2_097_152,
  invoiceLines: 1_000,
  /** Number of faults listed in a response. */
  listedFaults: 100,
  /** Leaves room in the body for the multipart header, or for base64 in JSON. */
  certificateBytes: 65_536,
  jsonLevels: 32,
  /** Path and query of a request. */
  urlCharacters: 4_096,
  pageItems: 100,
  defaultPageItems: 20,
  /** Limited, because each page of a search has to find and skip all results before it. */
  searchOffset: 10_000,
  /** Total size of large parts, such as documents, in a page's items. The first item always fits. */
  pageBytes: 8_388_608,
  /** Length of the `key` that a client gives an entry, job or batch. */
  keyCharacters: 200,
  filesPerEntry: 100,
  /** Length of the patch in a workflow's step, as JSON. */
  stepPatchCharacters: 10_000,
  /** Length of a workflow's steps, and of its rescue, as JSON: each job has a copy, and a batch makes 10,000 jobs. */
  stepsCharacters: 65_536,
  /** Active secrets of a workspace, or of an endpoint. Each of them signs each message. */
  webhookSecrets: 5,
  /** Per list and user. */
  savedViews: 50,
  idempotencyKeyCharacters: 255,
  /** Size of a file, whose content is uploaded to its own URL. */
  fileBytes: 8_388_608,
  /** Client-defined members of a file's or a state's `meta`. */
  metaMembers: 50,
} as const;

/** How long a file's URL works without an API key. */
export const fileAddressMinutes = 15;

/** How long a shared link to a file works. It needs no API key. */
export const sharedLinkDays = 365;

/** Limits of a batch. */
export const batchLimits = {
  rows: 10_000,
  bodyBytes: 16_777_216,
  /** 10,000 invoices of three lines. Each row is limited by `sizeLimits.jsonValues`. */
  jsonValues: 500_000,
  /** More than `rows`, so that a batch with a few rows too many gets the more specific error. */
  jsonElements: 20_000,
  /** Size of a CSV upload in the Console. */
  uploadBytes: 8_388_608,
} as const;

/** Limits of an archive of a month's PDFs, and of those made at once. A ZIP has at most 65,535 files and 4 GB. */
export const archiveLimits = {
  documents: 20_000,
  bytes: 2_147_483_648,
  days: 7,
  atOnce: 3,
  stored: 8_589_934_592,
} as const;

/**
 * Limits of one process, so that a rush of connections, each of some 50 KiB, does not exhaust its memory. At a
 * limit, lib/http/connection-limits.ts closes a connection, or refuses or aborts a request. RATE_LIMIT_FACTOR
 * multiplies the limits per address. `bytes` limits the data received for all requests with a body together; each
 * such request counts as `bytesPerRequest` more than it sent.
 */
export const connectionLimits = {
  connections: 12_000,
  connectionsPerAddress: 256,
  bodiesPerAddress: 128,
  bytes: 268_435_456,
  bytesPerRequest: 65_536,
} as const;

/** How many days before an API key expires its workspace's owners are notified. */
export const keyNoticeDays = 14;

/** Limits of requests that wait for a job to end: longest wait, and how many wait at the same time. */
export const jobWaits = { seconds: 10, perWorkspace: 16, perProcess: 128 } as const;

/** Limits of mails and hand-overs that the holder of a link may request, counted in the database. */
export const linkLimits = {
  dailyMailsPerLink: 3,
  dailyMailsPerAddress: 10,
  concurrentHelpers: 3,
  dailyHandOvers: 10,
  concurrentTimedLinks: 10,
} as const;

/** Limits of mails with an invoice, counted in the database. */
export const invoiceMailLimits = {
  dailyMailsPerInvoice: 5,
  /** Counts only mails that somebody asks for, since each new invoice reaches its customer. In the sandbox, all. */
  dailyRequestedMailsPerAddress: 50,
} as const;

/**
 * Retention of finished work, in days, by environment variable; `min` is the smallest value allowed.
 * lib/retention.ts removes older rows. Unfinished work is never removed.
 */
export const retentionDays = {
  KEEP_EVENTS_DAYS: { subject: 'events of job steps', since: 'the job ended', days: 90, min: 7 },
  KEEP_DELIVERIES_DAYS: {
    subject: 'webhook deliveries, with their bodies and attempts',
    since: 'they were delivered, given up or cancelled',
    days: 90,
    min: 7,
  },
  KEEP_BATCH_ROWS_DAYS: { subject: 'rows of batches', since: 'the batch ended', days: 90, min: 7 },
  KEEP_MAILS_DAYS: {
    subject: 'mails that were sent or refused',
    since: 'they were queued',
    days: 365,
    min: 7,
  },
  KEEP_ANSWERS_DAYS: {
    subject: 'responses stored for an `Idempotency-Key`',
    since: 'the request',
    days: 1,
    min: 1,
  },
  // Ten years, as for issued invoices: docs/privacy.md.
  KEEP_AUDIT_DAYS: { subject: 'lines of the audit log', since: 'they were written', days: 3_653, min: 365 },
} as const;

/** How long the response of an `Idempotency-Key` is guaranteed to be stored. */
export const idempotencyHours = 24 * retentionDays.KEEP_ANSWERS_DAYS.min;

/** Default quotas of a workspace. `ALTA_QUOTAS` and the workspace's own row override them. */
export const defaultQuotas = {
  entries: { max: 5_000_000, subject: 'entries, including archived and erased ones' },
  storage: { max: 102_400, subject: 'MiB in documents and files' },
  // Low, because each event is sent to every endpoint that subscribes to it.
  endpoints: { max: 30, subject: 'webhook endpoints' },
  'api-keys': { max: 100, subject: 'valid API keys, without those that were replaced' },
  members: { max: 200, subject: 'members and open invitations' },
  workflows: { max: 200, subject: 'workflows' },
  'link-mails': {
    max: 10_000,
    subject:
      'mails with a registration link in 24 hours; refuses only those that a call, a batch or a member asks for',
  },
} as const;
export type QuotaName = keyof typeof defaultQuotas;
export type Quotas = Partial<Record<QuotaName, number>>;

export const quotaNames = Object.keys(defaultQuotas) as [QuotaName, ...QuotaName[]];

/** Quotas up to this are exact over all processes. Counts for larger ones are refreshed once a minute. */
export const maxExactQuota = 5_000;

/** Lists are counted up to this number. A count of `maxCounted` + 1 means "more than `maxCounted`". */
export const maxCounted = 1_000;

/** Bound of the count below a list of the Console: its own number of rows, read from an index. */
export const maxListCounted = 100_000;
