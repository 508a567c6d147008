/** Points for each window of seconds, over all processes. RATE_LIMIT_FACTOR multiplies all of them. */
export const rateLimits = {
  api: { points: 1_200, seconds: 60, what: 'API requests', by: 'API key' },
  // Many keys may stand behind one address: a platform's, or an office's.
  'api-address': { points: 6_000, seconds: 60, what: 'API requests, with whatever key', by: 'address' },
  'failed-authentication': {
    points: 60,
    seconds: 60,
    what: 'API requests without a valid key, or by an address of a file that is none',
    by: 'address',
  },
  // A guess. Who holds a good link is never counted here.
  'unknown-ref': { points: 30, seconds: 60, what: 'registration links that are not ours', by: 'address' },
  wizard: { points: 240, seconds: 60, what: 'pages and answers of the wizard', by: 'link' },
  // Apart from the wizard's: however many pages of the platform are open, the supplier's own goes on.
  embedded: {
    points: 120,
    seconds: 60,
    what: 'questions of a platform’s page about where a registration is',
    by: 'link',
  },
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
    what: "questions to the authority's taxpayers' register, and for exchange rates; what is kept and what invoices ask is not counted",
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
    what: 'the same, logins by the OpenID provider, logins and confirmations by a passkey, and forms of setup, invitations and new passwords',
    by: 'address',
  },
  'login-device': {
    points: 10,
    seconds: 900,
    what: 'logins, and codes, from a device on which the account logged in before; the three above do not count them',
    by: 'account and device',
  },
  'password-reset': { points: 5, seconds: 3_600, what: 'asking for a new password', by: 'account' },
  // Only who knows the password comes to it.
  'second-factor': {
    points: 10,
    seconds: 3_600,
    what: 'codes of a second factor; from a device on which the account logged in before, as logins',
    by: 'user',
  },
  password: {
    points: 10,
    seconds: 900,
    what: 'changes of a password, logins that are confirmed anew, by it or by a code, and links to the OpenID provider',
    by: 'user',
  },
} as const;
export type LimitName = keyof typeof rateLimits;

/**
 * Up to so many, uses in all processes are counted exactly: each asks the database. Beyond, a process counts its own,
 * and hears of the others' a moment later.
 */
export const exactLimitUpTo = 100;

/** An IPv6 address is counted as its /64, and the /48 around it has as much as so many of its 65,536 networks. */
export const networksOfASite = 16;

/** What a JSON may have, however few bytes it takes: what is done with it costs by these. */
export interface JsonLimits {
  /** Members and elements, at every level. */
  jsonValues: number;
  /** Of one list. */
  jsonElements: number;
}

/** How much there may be of what a caller sends or asks for. */
export const sizeLimits = {
  bodyBytes: 1_048_576,
  /** An invoice of a thousand lines, as it is fetched, has some 25,000. */
  jsonValues: 30_000,
  /** More than an invoice may have lines: who has some too many is told how many there may be. */
  jsonElements: 2_000,
  /** Letters of the texts and names of a document, as it is stored. */
  documentCharacters: 2_097_152,
  invoiceLines: 1_000,
  /** So many of the things that are wrong with a request are named. */
  namedFaults: 100,
  /** The header, the JSON around it and base64 take their part of the body's bytes. */
  certificateBytes: 65_536,
  jsonLevels: 32,
  addressCharacters: 4_096,
  pageItems: 100,
  pageItemsUnlessTold: 20,
  /** Of a search: all before are found and left out. */
  searchOffset: 10_000,
  /** What is large in the items of a page, such as documents. The first item there always is. */
  pageBytes: 8_388_608,
  keyCharacters: 200,
  filesOfAnEntry: 100,
  /** Of a workspace, at a time: each signs each message. */
  webhookSecrets: 5,
  /** Of a list, for a person. */
  savedViews: 50,
  idempotencyKeyCharacters: 255,
  /** That is sent by itself, to a placeholder's address. */
  fileBytes: 8_388_608,
  /** Of a file or a state, as the client's own. */
  metaMembers: 50,
} as const;

/** For so long the address of a file opens it without a key. */
export const fileAddressMinutes = 15;

/** Of one operation on many rows. */
export const batchLimits = {
  rows: 10_000,
  bodyBytes: 16_777_216,
  /** 10,000 invoices of three lines. Of one row, `sizeLimits.jsonValues`. */
  jsonValues: 500_000,
  /** More than rows: who has some too many is told how many there may be. */
  jsonElements: 20_000,
  /** Of a CSV in the Console. */
  uploadBytes: 8_388_608,
} as const;

/**
 * Connections to a process at a time, each of which may take some 50 KiB: what comes beyond them is closed at once, so
 * that a crowd has its answers late and does not take the process's memory. RATE_LIMIT_FACTOR multiplies what is of an
 * address. `bytes`: what has come of requests with a body, each of which takes `bytesOfEach` besides.
 */
export const crowdLimits = {
  connections: 12_000,
  connectionsOfAddress: 256,
  bodiesOfAddress: 128,
  bytes: 268_435_456,
  bytesOfEach: 65_536,
} as const;

/** So many days before an API key ends, the workspace's owners are told. */
export const keyNoticeDays = 14;

/** For how long an answer of the API may be held back until a job has ended, and how many may be at a time in a process. */
export const jobWaits = { seconds: 10, ofWorkspace: 16, ofProcess: 128 } as const;

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
  KEEP_MAILS_DAYS: {
    what: 'mails that were sent or refused',
    since: 'they were queued',
    days: 365,
    least: 7,
  },
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

/** The most that a workspace may have of each, unless `ALTA_QUOTAS` or the workspace's own row sets another number. */
export const quotaList = {
  entries: { most: 5_000_000, what: 'entries, with those that are archived or were erased' },
  storage: { most: 102_400, what: 'MiB in documents and files' },
  // Each event is a message to each of them.
  endpoints: { most: 30, what: 'webhook endpoints' },
  'api-keys': { most: 100, what: 'API keys that are good, without those that were replaced' },
  members: { most: 200, what: 'members, and invitations that are open' },
  workflows: { most: 200, what: 'workflows' },
} as const;
export type QuotaName = keyof typeof quotaList;
export type Quotas = Partial<Record<QuotaName, number>>;

export const quotaNames = Object.keys(quotaList) as [QuotaName, ...QuotaName[]];

/** A quota up to this is exact over all processes. What is more than this is counted once a minute. */
export const exactQuotaUpTo = 5_000;
