import type { RegisterAddresses } from '#console/_editor/use-taxpayer.ts';
import { workspacePath } from '#console/_shell/navigation.ts';

/** Addresses of the register queries in a workspace. */
export const registerAddresses = (workspace: string): RegisterAddresses => ({
  question: workspacePath(workspace, '/taxpayer'),
  twins: workspacePath(workspace, '/same-cuit'),
  settings: workspacePath(workspace, '/configuration/apps/gov-ar#delegate'),
});

/** Base address of the invoice form's queries: totals, issuers, points of sale, exchange rates. */
export const formQueriesPath = (workspace: string): string => workspacePath(workspace, '/invoices');
