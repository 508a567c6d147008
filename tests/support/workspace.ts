import { randomUUID } from 'node:crypto';
import { createApiKey } from '#lib/accounts/api-keys.ts';
import { connectApp } from '#lib/accounts/apps.ts';
import { createWorkspace } from '#lib/accounts/workspaces.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { Context } from '#lib/context.ts';
import { createEntry, type EntryRow } from '#lib/silo/entries.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';

/** Context of a new workspace with the Argentina app connected. */
export async function newWorkspace(environment: Environment = 'sandbox'): Promise<Context> {
  const slug = `test-${randomUUID()}`;
  const workspace = await createWorkspace({
    name: 'Facturas del Sur',
    slug,
    environment,
    contactEmail: 'ayuda@facturasdelsur.example',
  });
  const ctx: Context = { workspace, actor: { kind: 'operator' } };
  await connectApp(ctx, 'gov-ar');
  return ctx;
}

export const newApiKey = async (ctx: Context) => (await createApiKey(ctx, { name: 'test' })).token;

export const supplierCuit = '30712345671';

export const newSupplier = (ctx: Context, name = 'Ferretería El Tornillo S.R.L.'): Promise<EntryRow> =>
  createEntry(ctx, {
    folder: 'suppliers',
    data: { name, tax_id: { country: 'AR', code: supplierCuit } },
  });

export const newRegistrationWorkflow = (ctx: Context) =>
  createWorkflow(ctx, { template: 'ar-supplier-registration' });
