import { broughtBy, type Lock, productionPackages } from './dependencies.ts';

/** Why each is there. A dependency without a reason fails a test. */
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
  '@electric-sql/pglite': 'the embedded database',
  '@expo-google-fonts/noto-sans': 'the letters of the PDF, which has to hold its font',
  '@lezer/highlight': 'the editor: colours by kind of word',
  '@mantine/core': 'the Console: accessible parts, complete',
  '@mantine/form': 'the same: forms',
  '@mantine/hooks': 'the same',
  '@mantine/notifications':
    'the same: notes that go by themselves, by swipe too; its animation brings most of what it brings',
  '@zxcvbn-ts/language-common': 'the passwords that leaked lists have',
  'better-auth':
    'logins, sessions, passwords; its adapters for other databases come along and are not loaded',
  'big.js': 'amounts, exact',
  'csv-parse': 'files that are uploaded',
  'csv-stringify': 'files that are downloaded',
  dataloader: 'what is asked at the same time is one statement',
  'drizzle-orm': 'queries and the schema, typed',
  'fast-xml-parser': 'the authority’s answers, without DTD',
  fontkit: 'which letters the PDF’s font has',
  'get-nonce': 'a part of Mantine writes a style element, and gets its nonce by this',
  'ipaddr.js': 'which addresses a webhook may go to',
  marked: 'the pages of the documentation',
  next: 'the web application; the largest, and the framework',
  'next-intl':
    'texts in two languages; a third of what it brings is a compiler and a file watcher for builds',
  node: 'the runtime, the same on every machine',
  'node-forge': 'the bytes of certificate requests and of the login message',
  nodemailer: 'mail',
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
  uuid: 'ids that are sorted by time (v7), in the browser too: Node and browsers only make random ones',
  zod: 'what comes in is parsed',
};

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

## Licences

A test refuses a package under any other.

| licence | packages |
|---|---|
${counts.join('\n')}

\`caniuse-lite\` holds data, not code. \`npm run release\` writes the list of all packages with their licences, and an SBOM (CycloneDX).
`;
}
