import type { Table } from './report.ts';

/** What `npm run bench` measures, in this order. Each loads what it needs when it is asked. */
export const groups: Record<string, () => Promise<Table[]>> = {
  crypto: async () => (await import('./crypto.ts')).measureCrypto(),
  wizard: async () => (await import('./wizard.ts')).measureWizard(),
  api: async () => (await import('./api.ts')).measureApi(),
  http: async () => (await import('./http.ts')).measureHttp(),
  attacks: async () => (await import('./attacks.ts')).measureAttacks(),
  'large-pages': async () => (await import('./large-pages.ts')).measureLargePages(),
  'console-lists': async () => (await import('./console-lists.ts')).measureConsoleLists(),
  lists: async () => (await import('./lists.ts')).measureLists(),
  workflows: async () => (await import('./workflows.ts')).measureWorkflows(),
  neighbours: async () => (await import('./neighbours.ts')).measureNeighbours(),
  fairness: async () => (await import('./fairness.ts')).measureFairness(),
  invoices: async () => (await import('./invoices.ts')).measureInvoices(),
  batches: async () => (await import('./batches.ts')).measureBatches(),
  costs: async () => (await import('./costs.ts')).measureCosts(),
  pdf: async () => (await import('./pdf.ts')).measurePdf(),
  pages: async () => (await import('./pages.ts')).measurePages(),
  scale: async () => (await import('./scale.ts')).measureScale(),
  backup: async () => (await import('./backup.ts')).measureBackup(),
  start: async () => (await import('./start.ts')).measureStart(),
};
