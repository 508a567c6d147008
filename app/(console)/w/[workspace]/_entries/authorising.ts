import 'server-only';

import { findConnectedSettings } from '#lib/accounts/apps.ts';
import type { Context } from '#lib/context.ts';
import { isPermitted } from '#lib/roles.ts';
import { listWorkflowNames } from '#lib/workflows/definitions.ts';
import type { Authorising } from './save-and-authorise.tsx';

/** The workflows that authorize an invoice, the default first, or what is missing for that. */
export async function authorisingOf(ctx: Context): Promise<Authorising> {
  if (!isPermitted(ctx, 'jobs:write')) return { workflows: [], missing: 'permission' };
  const workflows = (await listWorkflowNames(ctx))
    .filter(
      ({ disabled, archivedAt, schema, sends }) => sends && !disabled && !archivedAt && isOfInvoices(schema),
    )
    .map(({ id, name }) => ({ id, name }));
  if (workflows.length === 0) return { workflows, missing: 'workflow' };
  const isConnected = (await findConnectedSettings(ctx, 'gov-ar')) !== undefined;
  return { workflows, missing: isConnected ? undefined : 'app' };
}

const isOfInvoices = (schema: string) => schema.endsWith('bill/invoice');
