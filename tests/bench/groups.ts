import type { Table } from './report.ts';

/** The groups of `npm run bench`. README and docs/scaling.md quote their results. */
export const groups: Record<string, () => Promise<Table[]>> = {
  wizard: async () => (await import('./wizard.ts')).measureWizard(),
  workflows: async () => (await import('./workflows.ts')).measureWorkflows(),
  fairness: async () => (await import('./fairness.ts')).measureFairness(),
  invoices: async () => (await import('./invoices.ts')).measureInvoices(),
  costs: async () => (await import('./costs.ts')).measureCosts(),
  pages: async () => (await import('./pages.ts')).measurePages(),
  scale: async () => (await import('./scale.ts')).measureScale(),
  backup: async () => (await import('./backup.ts')).measureBackup(),
};
