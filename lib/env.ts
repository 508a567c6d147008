import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { urlsByHost } from './database/hosts.ts';
import { type Quotas, quotaNames, retentionDays } from './limits.ts';
import { oncePerProcess } from './process-values.ts';
import { reasonOf } from './reason.ts';

const optionalUrl = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/\/+$/, ''))
  .optional();

/** Scheme, host and port. Links are made by appending a path. */
const origin = z
  .string()
  .refine(
    isOrigin,
    'must be an origin such as https://alta.example.com or http://10.0.0.5:3000, without user, password, path, query and fragment',
  )
  .transform((url) => new URL(url).origin)
  .optional();

function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^\s/?#@\\]+\/*$/i.test(text)) return false;
  return URL.canParse(text);
}

/** A URL with a placeholder for the CUIT. */
const addressWithCuit = z
  .url({ protocol: /^https?$/ })
  .refine((url) => url.includes('{cuit}'), 'must have the placeholder {cuit} for the CUIT')
  .optional();

/** An empty variable in a .env file means the same as an absent one. */
const absentWhenEmpty = (value: unknown) => (value === '' ? undefined : value);

/**
 * Adds a description to a variable's schema. `npm run docs` writes `about` to docs/configuration.md and
 * .env.example and appends the schema's default and range.
 * @param about Markdown, with links relative to the root
 * @param shownDefault describes a computed default
 */
const variable = <T extends z.ZodType>(schema: T, about: string, shownDefault?: string) =>
  z.preprocess(absentWhenEmpty, schema).meta({ about, shownDefault });

const quotas = `must be quotas such as entries=100000,endpoints=50, each one of ${quotaNames.join(', ')}`;
/** Quotas as an operator writes them: `entries=100000,endpoints=50`. */
export const WrittenQuotas = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim().split('=')))
  .pipe(z.array(z.tuple([z.enum(quotaNames, quotas), z.string().regex(/^\d{1,12}$/, quotas)], quotas)))
  .transform((pairs): Quotas => Object.fromEntries(pairs.map(([name, most]) => [name, Number(most)])));

const amountsByDay = 'must be dates and amounts such as 2027-01-01=12000000, separated by commas';
const AmountsByDay = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim().split('=')))
  .pipe(
    z.array(z.tuple([z.iso.date(amountsByDay), z.string().regex(/^\d{1,13}$/, amountsByDay)], amountsByDay)),
  )
  .transform((pairs) => pairs.map(([from, pesos]) => ({ from, pesos })));

const commaSeparated = z.string().transform((text) => text.split(',').map((each) => each.trim()));

const HostNames = commaSeparated.pipe(
  z.array(
    z
      .string()
      .regex(/^([\w.-]+|\[[\da-f:.]+\])$/i, 'must be host names without ports, separated by commas')
      .toLowerCase(),
  ),
);

/** Contact URIs of security.txt (RFC 9116). */
const SecurityContacts = commaSeparated.pipe(
  z.array(
    z.union(
      [z.url({ protocol: /^(https|mailto)$/ }), z.email().transform((email) => `mailto:${email}`)],
      'must be e-mail addresses or https:// addresses, separated by commas',
    ),
  ),
);

const days = (name: keyof typeof retentionDays, about: string) =>
  variable(
    z.coerce.number().int().min(retentionDays[name].min).max(36_500).default(retentionDays[name].days),
    about,
  );

/** Every variable, by the section of docs/configuration.md that lists it. */
export const envSections = {
  'Address and proxy': {
    ALTA_ORIGIN: variable(
      origin,
      'Address under which browsers reach Alta: scheme, host and port. Registration links and links in mails begin with it. [What a change of it means](docs/deployment.md#changing-the-origin).',
      'http://localhost:<PORT>',
    ),
    HOST: variable(z.string().default('127.0.0.1'), 'Address to listen on. `0.0.0.0` is every interface.'),
    PORT: variable(
      z.coerce.number().int().min(0).max(65_535).default(3000),
      'Port to listen on. `0` takes any free one.',
    ),
    ALTA_HOSTS: variable(
      HostNames.default([]),
      "Other host names of this installation, separated by commas. A request for a name other than these, that of `ALTA_ORIGIN` and this machine's own (`localhost`, `127.0.0.1`, `[::1]`) gets 421.",
    ),
    ALTA_PROXY_HOPS: variable(
      z.coerce.number().int().min(0).max(10).default(0),
      'Number of proxies between a visitor and Alta, each of which adds an address to `X-Forwarded-For`: 1 behind nginx or Caddy, 2 behind a load balancer in front of them. With 0 the header is ignored, and every visitor has the address of the proxy. [How to check it](docs/deployment.md#behind-a-proxy).',
    ),
    ALTA_SECURITY_CONTACT: variable(
      SecurityContacts.optional(),
      'Addresses to report a vulnerability to, for `/.well-known/security.txt`: e-mail or `https://` addresses, separated by commas. Without the variable that file does not exist.',
    ),
    NODE_ENV: variable(
      z.enum(['development', 'production', 'test']).default('development'),
      '`npm start` sets `production`.',
    ),
  },
  'Vault key': {
    ALTA_VAULT_KEY: variable(
      z.string().optional(),
      'Key that encrypts every stored secret: 32 bytes in base64 (`openssl rand -base64 32`). Required, in this variable or in one of the next three.',
    ),
    ALTA_VAULT_KEY_FILE: variable(z.string().optional(), 'File with the key.'),
    ALTA_VAULT_KEYS: variable(
      z.string().optional(),
      'Several keys, separated by commas or line breaks, the current one first, to [change the key](docs/keys.md#changing-the-key).',
    ),
    ALTA_VAULT_KEYS_FILE: variable(z.string().optional(), 'File with several keys.'),
    ALTA_TRANSIT_URL: variable(
      optionalUrl,
      'The [transit engine](docs/keys.md#kept-by-vault-or-openbao) of Vault or OpenBao that unwraps keys such as `vault:v1:…`, up to its mount: `https://vault.example.com/v1/transit`.',
    ),
    ALTA_TRANSIT_KEY: variable(z.string().default('alta'), 'The key of the transit engine.'),
    ALTA_TRANSIT_TOKEN: variable(z.string().optional(), 'A token for the transit engine.'),
    ALTA_TRANSIT_TOKEN_FILE: variable(z.string().optional(), 'File with the token.'),
    ALTA_TRANSIT_NAMESPACE: variable(z.string().optional(), 'Namespace of Vault Enterprise.'),
  },
  Database: {
    DATABASE_URL: variable(
      z
        .string()
        .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
        .refine(
          (url) => urlsByHost(url).length === 1 || urlsByHost(url).every((each) => URL.canParse(each)),
          'must be one URL, with its hosts separated by commas',
        )
        .optional(),
      'PostgreSQL 15 or newer: `postgres://user:password@host/database`. [How to make the database](docs/deployment.md#the-database). Of several hosts, `host1:5432,host2:5432`, Alta uses [the one that accepts writes](docs/operations.md#two-postgresql-nodes). Without it Alta runs [a PostgreSQL of its own](docs/deployment.md#without-database_url) in `DATA_DIR`.',
    ),
    DATABASE_POOL_SIZE: variable(
      z.coerce.number().int().min(2).max(200).default(10),
      'Maximum of connections of a process to PostgreSQL. The queue uses five more. PostgreSQL has to allow both for every process (`max_connections`).',
    ),
    DATA_DIR: variable(
      z.string().default('.data'),
      "Directory for Alta's own PostgreSQL, and for mails while no mail server is configured.",
    ),
  },
  'The authority': {
    ARCA_SANDBOX_URL: variable(
      optionalUrl,
      "Base address of a stand-in for the authority's sandbox, such as the simulator's.",
      'the real hosts',
    ),
    ARCA_LIVE_URL: variable(
      optionalUrl,
      "Base address of a stand-in for the authority's live services.",
      'the real hosts',
    ),
    ARCA_TIMEOUT_SECONDS: variable(
      z.coerce.number().min(1).max(180).default(30),
      'Seconds to wait for a response of the authority.',
    ),
    ARCA_SHARED_TICKET_SECONDS: variable(
      z.coerce.number().int().min(1).max(43_200).default(600),
      'Minimum seconds for which [suppliers who delegate](docs/delegation.md) share an access ticket, even if one of them waits for a newer one.',
    ),
    ARCA_TRUST_BUNDLE_DIR: variable(
      z.string().optional(),
      "Directory with the authority's CA certificates (`*.pem`, `*.crt`). A certificate that they did not sign is refused. Without the directory, the login at the authority proves the issuer.",
    ),
    ARCA_IDENTIFY_FROM: variable(
      AmountsByDay.default([]),
      'Amount in pesos from which [a consumer must be identified](docs/invoices.md#consumers), by start date: `2027-01-01=12000000`, several separated by commas. They are added to the built-in amounts.',
    ),
    ARCA_FCE_FROM: variable(
      AmountsByDay.default([]),
      'Amount in pesos from which [an electronic credit invoice](docs/invoices.md#credit-invoices) (FCE MiPyME) is mandatory, by start date, in the same format.',
    ),
  },
  "Links into the authority's portal": {
    ARCA_PORTAL_SHORTCUTS: variable(
      z.enum(['on', 'off']).default('off'),
      "Shows links [to the services of the portal](docs/authority.md#links-into-the-portal) beside the wizard's steps. The links have not been tested against the real portal: test them before you enable them.",
    ),
    ARCA_PORTAL_RELATIONS_URL: variable(
      optionalUrl,
      'Address of the relations manager, if it differs from the one in `lib/arca/portal.ts`.',
      'the known address',
    ),
    ARCA_PORTAL_CERTIFICATES_URL: variable(
      optionalUrl,
      'Address of the certificate service.',
      'the known address',
    ),
    ARCA_PORTAL_POINTS_OF_SALE_URL: variable(
      optionalUrl,
      'Address of the points of sale service.',
      'the known address',
    ),
    ARCA_PORTAL_WSASS_URL: variable(
      optionalUrl,
      "Address of the sandbox's certificate service (WSASS).",
      'the known address',
    ),
    ARCA_PORTAL_AUTHORISE_URL: variable(
      addressWithCuit,
      "Address of the page that authorizes a certificate, with the placeholder `{cuit}` for the company's CUIT.",
      'the known address',
    ),
  },
  'Login by OpenID Connect': {
    ALTA_OIDC_ISSUER: variable(
      // Compared literally as an identifier, so a trailing slash is not removed.
      z.url({ protocol: /^https?$/ }).optional(),
      'Issuer of the [provider](docs/operations.md#login-by-an-openid-provider) for logins to the Console, exactly as in its metadata. Set all four variables or none.',
    ),
    ALTA_OIDC_CLIENT_ID: variable(z.string().max(500).optional(), 'Client id at the provider.'),
    ALTA_OIDC_CLIENT_SECRET: variable(z.string().max(2_000).optional(), 'Client secret.'),
    ALTA_OIDC_NAME: variable(
      z.string().trim().min(1).max(40).optional(),
      'Name of the provider on the login button: «Log in with …».',
    ),
  },
  Webhooks: {
    WEBHOOK_PORTS: variable(
      z
        .string()
        .regex(/^\d+(,\d+)*$/, 'must be port numbers, separated by commas')
        .default('443,8443')
        .transform((ports) => ports.split(',').map(Number)),
      'Allowed ports for webhooks, separated by commas.',
    ),
    WEBHOOK_TIMEOUT_SECONDS: variable(
      z.coerce.number().min(0.1).max(60).default(15),
      'Seconds to wait for a response of the receiver.',
    ),
    WEBHOOK_LOOPBACK: variable(
      z.enum(['allow', 'refuse']).default('refuse'),
      'Allows webhooks to this machine, also over http. For development only: refused unless `ALTA_ORIGIN` is on this machine.',
    ),
  },
  Mail: {
    SMTP_URL: variable(
      z.url({ protocol: /^smtps?$/ }).optional(),
      'Mail server: `smtp://user:password@host:587` or `smtps://…`. Without it mails are written to files in `DATA_DIR/mail`.',
    ),
    MAIL_FROM: variable(
      z.string().max(300).optional(),
      'Sender of mails: `Name <address>`. Required with `SMTP_URL`.',
    ),
  },
  Monitoring: {
    LOG_LEVEL: variable(
      z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
      'Lowest [level](docs/operations.md#the-log) that is logged.',
    ),
    ALTA_METRICS_TOKEN: variable(
      z.string().min(16, 'must have at least 16 characters').max(200).optional(),
      'Bearer token for `/api/metrics`, at least 16 characters. Without it, only this machine can read the metrics, and not through a proxy.',
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: variable(
      optionalUrl,
      'Collector of [traces](docs/operations.md#traces), OTLP as JSON over HTTP: `http://localhost:4318`. Without it, no traces are recorded.',
    ),
    OTEL_TRACES_SAMPLER: variable(
      z
        .enum([
          'always_on',
          'always_off',
          'traceidratio',
          'parentbased_always_on',
          'parentbased_always_off',
          'parentbased_traceidratio',
        ])
        .default('parentbased_always_on'),
      "Sampler of traces, by OpenTelemetry's names.",
    ),
    OTEL_TRACES_SAMPLER_ARG: variable(
      z.coerce.number().min(0).max(1).default(1),
      'Share of the traces to keep, for a sampler by ratio.',
    ),
  },
  'How long records are kept': {
    KEEP_EVENTS_DAYS: days(
      'KEEP_EVENTS_DAYS',
      "Days to keep the events of a job's steps after the job ended.",
    ),
    KEEP_DELIVERIES_DAYS: days(
      'KEEP_DELIVERIES_DAYS',
      'Days to keep webhook deliveries after they were delivered, given up or cancelled.',
    ),
    KEEP_BATCH_ROWS_DAYS: days(
      'KEEP_BATCH_ROWS_DAYS',
      'Days to keep the rows of a batch after the batch ended.',
    ),
    KEEP_MAILS_DAYS: days('KEEP_MAILS_DAYS', 'Days to keep mails.'),
    KEEP_ANSWERS_DAYS: days(
      'KEEP_ANSWERS_DAYS',
      'Days to keep the responses to requests with an `Idempotency-Key`.',
    ),
    KEEP_AUDIT_DAYS: days('KEEP_AUDIT_DAYS', 'Days to keep the lines of the audit log.'),
  },
  Limits: {
    ALTA_QUOTAS: variable(
      WrittenQuotas.default({}),
      'Quotas of a workspace: `entries=100000,endpoints=50`. See [the names](docs/limits.md#quotas). [A single workspace](docs/operations.md#quotas) can have other quotas.',
    ),
    RATE_LIMIT_FACTOR: variable(
      z.coerce.number().min(0.1).max(1_000_000).default(1),
      'Multiplies every [rate limit](docs/limits.md#rates).',
    ),
  },
};

const Env = z.object({
  ...envSections['Address and proxy'],
  ...envSections['Vault key'],
  ...envSections.Database,
  ...envSections['The authority'],
  ...envSections["Links into the authority's portal"],
  ...envSections['Login by OpenID Connect'],
  ...envSections.Webhooks,
  ...envSections.Mail,
  ...envSections.Monitoring,
  ...envSections['How long records are kept'],
  ...envSections.Limits,
});
export type Env = z.infer<typeof Env> & { ALTA_ORIGIN: string };

/** Parses the configuration. @throws Error that names each wrong variable, never its value */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const parsed = Env.safeParse({ ...source, ...secretsInFiles(source) });
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The configuration is not usable.\n  ${faults.join('\n  ')}`);
  }
  const { PORT, ALTA_ORIGIN = `http://localhost:${PORT}`, ...rest } = parsed.data;
  refuseCombinations({ ALTA_ORIGIN, ...rest });
  return { ...rest, PORT, ALTA_ORIGIN };
}

/** Secrets that may be given in a file named by `<name>_FILE`. */
export const secretsInFile = [
  'DATABASE_URL',
  'SMTP_URL',
  'ALTA_METRICS_TOKEN',
  'ALTA_OIDC_CLIENT_SECRET',
] as const;

function secretsInFiles(source: Record<string, string | undefined>): Record<string, string> {
  const read: Record<string, string> = {};
  for (const name of secretsInFile) {
    const file = source[`${name}_FILE`];
    if (!file || source[name]) continue;
    try {
      read[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new Error(`The configuration is not usable.\n  ${name}_FILE: ${reasonOf(error)}`);
    }
  }
  return read;
}

const oidcVariables = [
  'ALTA_OIDC_ISSUER',
  'ALTA_OIDC_CLIENT_ID',
  'ALTA_OIDC_CLIENT_SECRET',
  'ALTA_OIDC_NAME',
] as const;

/** Checks what the schema can not: combinations of variables, and https except for this machine. */
function refuseCombinations(
  values: Pick<
    Env,
    | 'ALTA_ORIGIN'
    | 'WEBHOOK_LOOPBACK'
    | 'SMTP_URL'
    | 'MAIL_FROM'
    | 'ALTA_TRANSIT_URL'
    | (typeof oidcVariables)[number]
  >,
): void {
  for (const name of ['ALTA_TRANSIT_URL', 'ALTA_OIDC_ISSUER'] as const) {
    const address = values[name];
    if (address?.startsWith('http:') && !isLoopback(address)) {
      throw new Error(`The configuration is not usable.\n  ${name}: must be https, except on this machine`);
    }
  }
  const missing = oidcVariables.filter((name) => values[name] === undefined);
  if (missing.length > 0 && missing.length < oidcVariables.length) {
    throw new Error(
      `The configuration is not usable.\n  ${missing.join(', ')}: required with the other ALTA_OIDC_ variables`,
    );
  }
  if (values.WEBHOOK_LOOPBACK === 'allow' && !isLoopback(values.ALTA_ORIGIN)) {
    throw new Error(
      'The configuration is not usable.\n  WEBHOOK_LOOPBACK: only for development, but ALTA_ORIGIN is not on this machine',
    );
  }
  if (values.SMTP_URL && !values.MAIL_FROM) {
    throw new Error('The configuration is not usable.\n  MAIL_FROM: required with SMTP_URL');
  }
}

const isLoopback = (origin: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);

export const env = (): Env => oncePerProcess('env', () => readEnv());
