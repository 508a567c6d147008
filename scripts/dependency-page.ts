import { broughtBy, type Lock, productionPackages } from './dependencies.ts';

/** Why each dependency is there. A test fails for one without a reason. */
export const reasons: Record<string, string> = {
  '@atlaskit/pragmatic-drag-and-drop':
    'steps of a workflow are moved by hand; the browser’s own dragging differs too much from one to the next',
  '@codemirror/autocomplete': 'the editor of documents: proposals',
  '@codemirror/commands': 'the same: keys, undo',
  '@codemirror/lang-json': 'the same: JSON',
  '@codemirror/language': 'the same: colours',
  '@codemirror/lint': 'the same: faults at their place',
  '@codemirror/state': 'the same',
  '@codemirror/view': 'the same',
  '@expo-google-fonts/noto-sans': 'the letters of the PDF, which has to hold its font',
  '@lezer/highlight': 'the editor: colours by kind of word',
  '@mantine/core': 'the Console: accessible parts, complete',
  '@mantine/form': 'the same: forms',
  '@mantine/hooks': 'the same',
  '@mantine/notifications':
    'the same: notes that go by themselves, by swipe too; its animation brings most of what it brings',
  '@opentelemetry/api': 'traces',
  '@opentelemetry/exporter-trace-otlp-http': 'the same: sends them to a collector',
  '@opentelemetry/resources': 'the same: what the sender is called',
  '@opentelemetry/sdk-trace': 'the same: which of them, and in sets',
  '@simplewebauthn/browser': 'passkeys: what browsers are asked, and what they answer, as text',
  '@simplewebauthn/server':
    'passkeys: verifies what was signed; most of what it brings reads the papers of makers of keys, for which nobody is asked',
  '@zxcvbn-ts/core': 'how many guesses a new password takes',
  '@zxcvbn-ts/language-common': 'the same: leaked passwords and keyboards',
  'age-encryption':
    'the file of a backup: sealed in pieces, in a format that other programs read; it brings the post-quantum keys of age too, which are not used',
  'big.js': 'amounts, exact',
  'csv-parse': 'files that are uploaded',
  'csv-stringify': 'files that are downloaded',
  dataloader: 'what is asked at the same time is one statement',
  'drizzle-orm': 'queries and the schema, typed',
  'fast-xml-parser': 'the authority’s answers, without DTD',
  fflate: 'the ZIP of a supplier’s data, made while it is sent; the PDF brings it anyway',
  fontkit: 'which letters the PDF’s font has',
  'get-nonce': 'a part of Mantine writes a style element, and gets its nonce by this',
  'ipaddr.js': 'which addresses a webhook may go to',
  marked: 'the pages of the documentation',
  minisearch: 'the search of the documentation, in the browser: words begun or mistyped, the best first',
  next: 'the web application; the largest, and the framework',
  'next-intl':
    'texts in two languages; half of what it brings is for builds that read texts out of the code, and comes without its programs',
  node: 'the runtime, the same on every machine',
  'node-forge': 'the bytes of certificate requests and of the login message',
  nodemailer: 'mail',
  'openid-client': 'the login by an OpenID provider, certified; it brings the protocol’s core',
  'p-limit': 'of large rows few are read at the same time',
  pdfkit: 'the PDF of an invoice',
  pg: 'PostgreSQL',
  'pg-boss': 'the queue, in the same database',
  pino: 'the log',
  'prom-client': 'the metrics',
  qr: 'the QR of an invoice and of a link',
  'rate-limiter-flexible': 'limits',
  react: 'pages',
  'react-dom': 'the same',
  'server-only': 'a build fails where the browser would get what is the server’s',
  undici: 'webhooks are sent over connections to addresses that were checked',
  uuid: 'ids that are sorted by time (v7), in the browser too: Node and browsers only make random ones',
  zod: 'what comes in is parsed',
};

/** Those above 5 MB (`du --apparent-size`, with what only they bring), and why nothing lighter is used. */
const weights: [name: string, megabytes: number, why: string][] = [
  [
    'next',
    194,
    '134 are copies of what it builds and serves with, in its own package; the pages, the API and the build are made of it',
  ],
  ['node', 124, 'the program itself; the image has it once, and no other'],
  [
    '@mantine/core',
    17,
    'every part in two forms of module, and its styles; a browser gets the parts that a page has',
  ],
  [
    'pdfkit',
    13,
    'with fontkit, which cuts the font down to the letters of the invoice; nothing else kept up makes a PDF without a browser',
  ],
  [
    '@expo-google-fonts/noto-sans',
    13,
    '18 cuts, of which the PDF takes two; the other packages of the font have it in a form for browsers only',
  ],
  ['drizzle-orm', 11, 'the dialects of all databases; loaded is that of PostgreSQL'],
  ['react-dom', 8, 'builds for servers and browsers, with and without checks; what is served is one of them'],
  ['zod', 6, 'two forms of module and its sources'],
  ['pg-boss', 6, 'most of it luxon, for its schedules'],
];

/** docs/dependencies.md. A test compares the two. */
export function dependencyPage(lock: Lock): string {
  const brings = broughtBy(lock);
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

What runs is ${production.length} packages, of which ${brings.size} are named in package.json, each with its exact version; the lockfile has the hash of every one.

With \`npm ci --omit=dev\` npm installs more: what is optional, such as the compiler for builds, and what some package *may* use and the project has for its tests (Vitest, Vite, Playwright, esbuild, drizzle-kit). They are no part of this list, nor of the SBOM.

| dependency | version | licence | packages that would go with it | why |
|---|---|---|---|---|
${rows.join('\n')}

## What weighs most

| dependency | MB | why it stays |
|---|---|---|
${weights.map((row) => `| ${row.join(' | ')} |`).join('\n')}

The image leaves out source maps and types ([deployment](deployment.md)).

## Licences

A test refuses a package under any other.

| licence | packages |
|---|---|
${counts.join('\n')}

\`caniuse-lite\` holds data, not code. \`npm run release\` writes the list of all packages with their licences, and an SBOM (CycloneDX).
`;
}
