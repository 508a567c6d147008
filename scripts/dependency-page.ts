import { countExclusivePackages, type Lock, productionPackages } from './dependencies.ts';

/** Reason for each dependency. A test fails for one without a reason. */
export const reasons: Record<string, string> = {
  '@atlaskit/pragmatic-drag-and-drop':
    'drag and drop of workflow steps; the native drag and drop differs too much between browsers',
  '@codemirror/autocomplete': 'the document editor: completions',
  '@codemirror/commands': 'the document editor: keyboard commands, undo',
  '@codemirror/lang-json': 'the document editor: JSON',
  '@codemirror/language': 'the document editor: syntax colours',
  '@codemirror/lint': 'the document editor: faults marked in the text',
  '@codemirror/state': 'the document editor',
  '@codemirror/view': 'the document editor',
  '@expo-google-fonts/noto-sans': 'the font that each PDF embeds',
  '@lezer/highlight': 'the document editor: syntax colours',
  '@mantine/core': 'the Console: accessible components',
  '@mantine/form': 'the Console: forms',
  '@mantine/hooks': 'the Console: hooks of its components',
  '@mantine/notifications':
    'the Console: notifications that disappear by themselves or by swipe; most of its packages are for the animation',
  '@opentelemetry/api': 'traces',
  '@opentelemetry/exporter-trace-otlp-http': 'traces: sends them to a collector',
  '@opentelemetry/resources': 'traces: the name of the sender',
  '@opentelemetry/sdk-trace': 'traces: sampling and batching',
  '@simplewebauthn/browser': 'passkeys: converts the requests and responses of browsers to JSON',
  '@simplewebauthn/server':
    'passkeys: verifies signatures; most of its packages read manufacturers’ attestations, which Alta does not request',
  '@zxcvbn-ts/core': 'strength of a new password, in guesses',
  '@zxcvbn-ts/language-common': 'strength of a new password: leaked passwords and keyboard layouts',
  'age-encryption':
    'backup files: encrypts in pieces, in a format that other programs read; also brings the post-quantum keys of age, which are not used',
  'big.js': 'exact amounts',
  'csv-parse': 'uploaded CSV files',
  'csv-stringify': 'downloaded CSV files',
  dataloader: 'batches concurrent queries into one statement',
  'drizzle-orm': 'queries and the schema, typed',
  'fast-xml-parser': 'the authority’s answers, without DTD',
  fflate: 'the ZIP of a supplier’s data, streamed; pdfkit needs it anyway',
  fontkit: 'the characters that the PDF’s font contains',
  'get-nonce': 'passes the nonce to the style element of a Mantine component',
  'ipaddr.js': 'checks the addresses that webhooks may be sent to',
  marked: 'the pages of the documentation',
  minisearch:
    'the search of the documentation, in the browser and by MCP: prefixes, typing errors and ranking',
  next: 'the framework of the web application',
  'next-intl':
    'texts in two languages; half of its packages are for builds that extract texts from code, which Alta does not do',
  node: 'the runtime, in the same version on every machine',
  'node-forge': 'encodes certificate requests and the signed login message',
  nodemailer: 'mail',
  'openid-client': 'login with an OpenID provider; certified',
  'p-limit': 'limits how many large rows are read at the same time',
  pdfkit: 'the PDF of an invoice',
  pg: 'PostgreSQL',
  'pg-boss': 'the queue, in the same database',
  'pg-connection-string': 'the parts of `DATABASE_URL` where it names several hosts; `pg` brings it along',
  pino: 'the log',
  'prom-client': 'the metrics',
  qr: 'the QR codes of invoices and links',
  'rate-limiter-flexible': 'rate limits',
  react: 'pages',
  'react-dom': 'pages',
  'server-only': 'makes the build fail if a browser bundle would contain server code',
  undici: 'sends webhooks only over connections to checked addresses',
  uuid: 'UUIDs of all versions, including those sorted by time (v7): Node and browsers only make random ones',
  zod: 'validates all input',
};

/** Dependencies above 5 MB (`du --apparent-size`, with the packages that only they need), and why they stay. */
const weights: [name: string, megabytes: number, why: string][] = [
  [
    'next',
    194,
    'the pages, the API and the build are based on it; 134 MB are bundled copies of its own tools',
  ],
  ['node', 124, 'the runtime; the image contains it once'],
  [
    '@mantine/core',
    17,
    'every component in two module formats, with its styles; a browser gets only the components of a page',
  ],
  [
    'pdfkit',
    13,
    'includes fontkit, which reduces the font to the characters of the invoice; no other maintained package makes PDFs without a browser',
  ],
  [
    '@expo-google-fonts/noto-sans',
    13,
    '18 styles, of which the PDF uses two; other packages of this font have only formats for browsers',
  ],
  ['drizzle-orm', 11, 'the dialects of all databases; only that of PostgreSQL is loaded'],
  ['react-dom', 8, 'builds for servers and browsers, for development and production; one of them is served'],
  ['zod', 6, 'two module formats and its sources'],
  ['pg-boss', 6, 'most of it luxon, for its schedules'],
];

/** docs/dependencies.md. A test compares the two. */
export function dependencyPage(lock: Lock): string {
  const brings = countExclusivePackages(lock);
  const rows = [...brings]
    .toSorted(([a, some], [b, others]) => others - some || a.localeCompare(b))
    .map(([name, count]) => {
      const { version = '', license = '' } = lock.packages[`node_modules/${name}`] ?? {};
      return `| ${name} | ${version} | ${license} | ${count} | ${reasons[name] ?? ''} |`;
    });
  const production = productionPackages(lock);
  const licences = Map.groupBy(production, ({ license }) => license);
  const counts = [...licences]
    .toSorted(([a, some], [b, others]) => others.length - some.length || a.localeCompare(b))
    .map(([license, packages]) => `| ${license} | ${packages.length} |`);
  return `# Dependencies

<!-- Written by \`npm run docs\` from package-lock.json and scripts/dependency-page.ts. -->

Production runs ${production.length} packages. ${brings.size} of them are direct dependencies, with exact versions in package.json; the lockfile has the hash of every package.

\`npm ci --omit=dev\` also installs optional packages, such as the compiler for builds, and packages that some dependency *may* use and that the project uses for its tests (Vitest, Vite, Playwright, esbuild, drizzle-kit). They are neither in this list nor in the SBOM.

| dependency | version | licence | packages that only it needs | reason |
|---|---|---|---|---|
${rows.join('\n')}

## Largest dependencies

| dependency | MB | why it stays |
|---|---|---|
${weights.map((row) => `| ${row.join(' | ')} |`).join('\n')}

The image leaves out source maps and types ([deployment](deployment.md)).

## Licences

A test refuses packages with any other licence.

| licence | packages |
|---|---|
${counts.join('\n')}

\`caniuse-lite\` holds data, not code. \`npm run release\` writes the list of all packages with their licences, and an SBOM (CycloneDX).
`;
}
