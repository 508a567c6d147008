import type { Command } from './command.ts';
import { completionOf } from './completion.ts';
import { invoices } from './invoices.ts';
import { login, logout } from './login.ts';
import { mcp } from './mcp/command.ts';
import { status } from './status.ts';
import { suppliers } from './suppliers.ts';
import { listen } from './webhooks.ts';
import { workflows } from './workflows.ts';

/** In the order of the help. */
export const commands: readonly Command[] = [
  login,
  logout,
  status,
  ...suppliers,
  ...invoices,
  ...workflows,
  listen,
  mcp,
  completionOf(() => commands),
];
