import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { keptDays } from './limits.ts';
import { WrittenQuotas } from './quota-list.ts';
import { shared } from './shared.ts';

const optionalUrl = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/\/+$/, ''))
  .optional();

/** With the place of the CUIT in it. */
const addressWithCuit = z
  .url({ protocol: /^https?$/ })
  .refine((url) => url.includes('{cuit}'), 'must have {cuit} where the CUIT goes')
  .optional();

/** An empty variable in a .env file means the same as an absent one. */
const absentWhenEmpty = (value: unknown) => (value === '' ? undefined : value);
const variable = <T extends z.ZodType>(schema: T) => z.preprocess(absentWhenEmpty, schema);

const amountsByDay = 'must be days and amounts such as 2027-01-01=12000000, with commas between them';
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
      .regex(/^([\w.-]+|\[[\da-f:.]+\])$/i, 'must be host names without ports, with commas between them')
      .toLowerCase(),
  ),
);

/** As RFC 9116 has a contact: an address of mail or of the web, by its URI. */
const SecurityContacts = commaSeparated.pipe(
  z.array(
    z.union(
      [z.url({ protocol: /^(https|mailto)$/ }), z.email().transform((email) => `mailto:${email}`)],
      'must be e-mail addresses or https:// addresses, with commas between them',
    ),
  ),
);

const days = (name: keyof typeof keptDays) =>
  variable(z.coerce.number().int().min(keptDays[name].least).max(36_500).default(keptDays[name].days));

const Env = z.object({
  NODE_ENV: variable(z.enum(['development', 'production', 'test']).default('development')),
  PORT: variable(z.coerce.number().int().min(0).max(65_535).default(3000)),
  HOST: variable(z.string().default('127.0.0.1')),
  ALTA_ORIGIN: variable(optionalUrl),
  ALTA_HOSTS: variable(HostNames.default([])),
  ALTA_SECURITY_CONTACT: variable(SecurityContacts.optional()),
  DATABASE_URL: variable(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .optional(),
  ),
  DATABASE_POOL_SIZE: variable(z.coerce.number().int().min(2).max(200).default(10)),
  DATA_DIR: variable(z.string().default('.data')),
  ALTA_VAULT_KEY: variable(z.string().optional()),
  ALTA_VAULT_KEY_FILE: variable(z.string().optional()),
  /** Several, the current one first: docs/keys.md. */
  ALTA_VAULT_KEYS: variable(z.string().optional()),
  ALTA_VAULT_KEYS_FILE: variable(z.string().optional()),
  /** The transit engine that unwraps them, up to its mount: https://vault.example.com/v1/transit. */
  ALTA_TRANSIT_URL: variable(optionalUrl),
  ALTA_TRANSIT_KEY: variable(z.string().default('alta')),
  ALTA_TRANSIT_TOKEN: variable(z.string().optional()),
  ALTA_TRANSIT_TOKEN_FILE: variable(z.string().optional()),
  ALTA_TRANSIT_NAMESPACE: variable(z.string().optional()),
  /** The provider of OpenID Connect whose people may log in; its issuer is an identifier, taken as it is written. */
  ALTA_OIDC_ISSUER: variable(z.url({ protocol: /^https?$/ }).optional()),
  ALTA_OIDC_CLIENT_ID: variable(z.string().max(500).optional()),
  ALTA_OIDC_CLIENT_SECRET: variable(z.string().max(2_000).optional()),
  /** As its people call it, on the button that leads there. */
  ALTA_OIDC_NAME: variable(z.string().trim().min(1).max(40).optional()),
  ALTA_PROXY_HOPS: variable(z.coerce.number().int().min(0).max(10).default(0)),
  ARCA_SANDBOX_URL: variable(optionalUrl),
  ARCA_LIVE_URL: variable(optionalUrl),
  ARCA_TIMEOUT_SECONDS: variable(z.coerce.number().min(1).max(180).default(30)),
  /** So long the ticket that many suppliers share is kept, whoever waits for a newer one. */
  ARCA_SHARED_TICKET_SECONDS: variable(z.coerce.number().int().min(1).max(43_200).default(600)),
  ARCA_TRUST_BUNDLE_DIR: variable(z.string().optional()),
  /** Both are added to the amounts in lib/documents/invoice/rules/identification.ts. */
  ARCA_IDENTIFY_FROM: variable(AmountsByDay.default([])),
  ARCA_FCE_FROM: variable(AmountsByDay.default([])),
  /** Links into single services of the authority's portal: docs/authority.md#links-into-the-portal. */
  ARCA_PORTAL_SHORTCUTS: variable(z.enum(['on', 'off']).default('off')),
  ARCA_PORTAL_RELATIONS_URL: variable(optionalUrl),
  ARCA_PORTAL_CERTIFICATES_URL: variable(optionalUrl),
  ARCA_PORTAL_POINTS_OF_SALE_URL: variable(optionalUrl),
  ARCA_PORTAL_WSASS_URL: variable(optionalUrl),
  ARCA_PORTAL_AUTHORISE_URL: variable(addressWithCuit),
  /** Where webhooks may go, besides https on a public address. */
  WEBHOOK_LOOPBACK: variable(z.enum(['allow', 'refuse']).default('refuse')),
  WEBHOOK_PORTS: variable(
    z
      .string()
      .regex(/^\d+(,\d+)*$/, 'must be port numbers with commas between them')
      .default('443,8443')
      .transform((ports) => ports.split(',').map(Number)),
  ),
  WEBHOOK_TIMEOUT_SECONDS: variable(z.coerce.number().min(0.1).max(60).default(15)),
  SMTP_URL: variable(z.url({ protocol: /^smtps?$/ }).optional()),
  MAIL_FROM: variable(z.string().max(300).optional()),
  /** Who reads /api/metrics from elsewhere sends it as a bearer token. */
  ALTA_METRICS_TOKEN: variable(z.string().min(16, 'must have 16 characters at least').max(200).optional()),
  /** Where traces go, and which: the names that OpenTelemetry gives them (lib/tracing/start.ts). */
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(optionalUrl),
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
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(z.coerce.number().min(0).max(1).default(1)),
  LOG_LEVEL: variable(z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info')),
  /** How long what has ended is kept (lib/retention.ts). */
  KEEP_EVENTS_DAYS: days('KEEP_EVENTS_DAYS'),
  KEEP_DELIVERIES_DAYS: days('KEEP_DELIVERIES_DAYS'),
  KEEP_BATCH_ROWS_DAYS: days('KEEP_BATCH_ROWS_DAYS'),
  KEEP_MAILS_DAYS: days('KEEP_MAILS_DAYS'),
  KEEP_ANSWERS_DAYS: days('KEEP_ANSWERS_DAYS'),
  KEEP_AUDIT_DAYS: days('KEEP_AUDIT_DAYS'),
  /** How much a workspace may have, in place of what lib/quota-list.ts says. */
  ALTA_QUOTAS: variable(WrittenQuotas.default({})),
  RATE_LIMIT_FACTOR: variable(z.coerce.number().min(0.1).max(1_000_000).default(1)),
});
export type Env = z.infer<typeof Env> & { ALTA_ORIGIN: string };

/**
 * The configuration, parsed once. A bad value ends the process at start with the variable's name.
 * @throws Error that names each variable that is wrong; never its value, which may be a secret.
 */
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

/** Variables with a secret in them, which may stand in a file as well: containers and services are given it as one. */
const secrets = ['DATABASE_URL', 'SMTP_URL', 'ALTA_METRICS_TOKEN', 'ALTA_OIDC_CLIENT_SECRET'] as const;

function secretsInFiles(source: Record<string, string | undefined>): Record<string, string> {
  const read: Record<string, string> = {};
  for (const name of secrets) {
    const file = source[`${name}_FILE`];
    if (!file || source[name]) continue;
    try {
      read[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new Error(`The configuration is not usable.\n  ${name}_FILE: ${messageOf(error)}`);
    }
  }
  return read;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const oidcVariables = [
  'ALTA_OIDC_ISSUER',
  'ALTA_OIDC_CLIENT_ID',
  'ALTA_OIDC_CLIENT_SECRET',
  'ALTA_OIDC_NAME',
] as const;

/** Values that are fine each, but not together. */
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
      `The configuration is not usable.\n  ${missing.join(', ')}: is needed with the other ALTA_OIDC_ variables`,
    );
  }
  if (values.WEBHOOK_LOOPBACK === 'allow' && !isLoopback(values.ALTA_ORIGIN)) {
    throw new Error(
      'The configuration is not usable.\n  WEBHOOK_LOOPBACK: is for development on one machine, and ALTA_ORIGIN is not on this machine',
    );
  }
  if (values.SMTP_URL && !values.MAIL_FROM) {
    throw new Error('The configuration is not usable.\n  MAIL_FROM: is needed with SMTP_URL');
  }
}

const isLoopback = (origin: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);

export const env = (): Env => shared('env', () => readEnv());
