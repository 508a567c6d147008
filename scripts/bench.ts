import '#tests/support/test-env.ts';
import { machine, printTable, type Table } from '#tests/bench/report.ts';

/**
 * `npm run bench`, or `npm run bench -- <group> …`: what Alta costs, against the same work done bare, in one
 * run. A report: an aim that is missed is printed, and only a bench that is broken exits with an error.
 */
const groups: Record<string, () => Promise<Table[]>> = {
  crypto: async () => (await import('#tests/bench/crypto.ts')).measureCrypto(),
  wizard: async () => (await import('#tests/bench/wizard.ts')).measureWizard(),
  api: async () => (await import('#tests/bench/api.ts')).measureApi(),
  http: async () => (await import('#tests/bench/http.ts')).measureHttp(),
  'large-pages': async () => (await import('#tests/bench/large-pages.ts')).measureLargePages(),
  lists: async () => (await import('#tests/bench/lists.ts')).measureLists(),
  workflows: async () => (await import('#tests/bench/workflows.ts')).measureWorkflows(),
  neighbours: async () => (await import('#tests/bench/neighbours.ts')).measureNeighbours(),
  invoices: async () => (await import('#tests/bench/invoices.ts')).measureInvoices(),
  pages: async () => (await import('#tests/bench/pages.ts')).measurePages(),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. The groups: ${Object.keys(groups).join(', ')}.`);
  process.exit(2);
}

console.log(machine());
for (const [name, measure] of Object.entries(groups)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  for (const table of await measure()) printTable(table);
}
