import { z } from 'zod';
import { envSections, secretsInFile } from '#lib/env.ts';

interface Variable {
  name: string;
  /** Markdown, with links relative to the root. */
  about: string;
  /** The default as written in a .env file; empty if there is none. */
  value: string;
  /** Description of a default that the code computes. */
  shownDefault?: string | undefined;
}

/** docs/configuration.md, from the schema in lib/env.ts. A test compares the two. */
export function configurationPage(): string {
  return `# Configuration

<!-- Written by \`npm run docs\` from lib/env.ts. -->

Alta is configured by environment variables. Only the [vault key](#vault-key) is required; a public installation also sets \`ALTA_ORIGIN\` and \`DATABASE_URL\`.

- \`npm start\` and \`npm run dev\` also read a \`.env\` file in the project's directory: \`cp .env.example .env\`, and uncomment what you set.
- An empty variable counts as unset.
- All values are checked at the start. If one is wrong, the process ends and prints the name of the variable, never its value. \`npm run doctor\` checks the rest: the database, the authority, the mail server, the clock.
- Secrets can come from files: ${secretsInFile.map((name) => `\`${name}_FILE\``).join(', ')} name files. Each is read if the variable without \`_FILE\` is empty.
- All processes of an installation need the same values, except for \`HOST\` and \`PORT\`.

${Object.entries(envSections)
  .map(([heading, variables]) => section(heading, variablesIn(variables)))
  .join('\n\n')}

## Combinations

- \`ALTA_TRANSIT_URL\` and \`ALTA_OIDC_ISSUER\` must be \`https\`, except on this machine.
- \`ALTA_OIDC_ISSUER\`, \`ALTA_OIDC_CLIENT_ID\`, \`ALTA_OIDC_CLIENT_SECRET\` and \`ALTA_OIDC_NAME\` must be set together.
- \`SMTP_URL\` needs \`MAIL_FROM\`.
- \`WEBHOOK_LOOPBACK=allow\` needs an \`ALTA_ORIGIN\` on this machine.

## Variables of other programs

These are not in \`.env.example\`: other programs read them.

- **\`NODE_EXTRA_CA_CERTS\`**, read by Node: a file with certificate authorities to trust in addition to the public ones.
- **\`OTEL_EXPORTER_OTLP_HEADERS\`** and similar variables, read by the exporter of traces, as OpenTelemetry defines them.
- **\`NEXT_SERVER_ACTIONS_ENCRYPTION_KEY\`**, read by \`npm run build\`: \`openssl rand -base64 32\`. Instances that are built separately need the same key. Otherwise an instance cannot read forms of another instance's Console.
- **\`SIMULATOR_PORT\`**, **\`RECEIVER_PORT\`**, read by \`npm run demo\`: ports of the authority's simulator (\`3100\`) and of the page that shows webhooks (\`3200\`, or any free port if \`PORT\` is set).
`;
}

const section = (heading: string, variables: Variable[]) =>
  `## ${heading}\n\n${variables.map(item).join('\n')}`;

/** A list instead of a table, to be readable on a phone. */
function item({ name, about, value, shownDefault }: Variable): string {
  const standard = shownDefault ? shownIn(shownDefault) : value && `\`${value}\``;
  const text = about.replaceAll('](docs/', '](');
  return `- **\`${name}\`**: ${standard ? `${text} Default: ${standard}.` : text}`;
}

/** Addresses are shown as code, everything else as words. */
const shownIn = (text: string) => (text.includes('://') ? `\`${text}\`` : text);

/** .env.example, from the same schema. */
export function environmentExample(): string {
  const sections = Object.entries(envSections).map(([heading, variables]) =>
    [`# ${heading}`, ...variablesIn(variables).map(lines)].join('\n\n'),
  );
  return `# Every variable that Alta reads: docs/configuration.md. Written by \`npm run docs\` from lib/env.ts.
# \`cp .env.example .env\`, and uncomment what you set. Only ALTA_VAULT_KEY is required.

${sections.join('\n\n')}
`;
}

const lines = ({ name, about, value, shownDefault }: Variable) => {
  const text = about.replaceAll(/\[([^\]]+)\]\((docs\/[^)]+)\)/g, '$1 ($2)');
  return `# ${text}${shownDefault ? ` Default: ${shownDefault}.` : ''}\n# ${name}=${value}`;
};

/** A section's variables. After each secret follows the variable that names its file. */
function variablesIn(schemas: Record<string, z.ZodType>): Variable[] {
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const { about, shownDefault } = z
      .object({ about: z.string(), shownDefault: z.string().optional() })
      .parse(schema.meta());
    const described = {
      name,
      about: [about, rangeOf(schema)].filter(Boolean).join(' '),
      value: defaultOf(schema),
      shownDefault,
    };
    if (!secretsInFile.some((secret) => secret === name)) return [described];
    return [
      described,
      { name: `${name}_FILE`, about: `A file with the value, read if \`${name}\` is empty.`, value: '' },
    ];
  });
}

function defaultOf(schema: z.ZodType): string {
  const value = schema.parse(undefined);
  if (value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)) return '';
  return String(value);
}

/** `From 2 to 200.`, or the allowed values. */
function rangeOf(schema: z.ZodType): string {
  const { minimum, maximum, enum: values } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  if (values) return `One of ${values.map((value) => `\`${value}\``).join(', ')}.`;
  if (minimum === undefined || maximum === undefined) return '';
  return `From ${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}.`;
}
