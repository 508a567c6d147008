import type { RegisterAddresses } from '#console/_editor/use-taxpayer.ts';
import { workspacePath } from '#console/_shell/navigation.ts';

/** Where an editor of the workspace asks the taxpayers' register, and where it is said who asks it. */
export const registerAddresses = (workspace: string): RegisterAddresses => ({
  question: workspacePath(workspace, '/taxpayer'),
  twins: workspacePath(workspace, '/same-cuit'),
  settings: workspacePath(workspace, '/configuration/apps/gov-ar#delegate'),
});

/** Where an invoice's form asks what it does not know: what it comes to, who issues, from where, at which rate. */
export const deskOf = (workspace: string): string => workspacePath(workspace, '/invoices');
