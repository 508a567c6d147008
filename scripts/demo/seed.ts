import { readFileSync, writeFileSync } from 'node:fs';
import { createApiKey } from '#lib/accounts/api-keys.ts';
import { connectApp, fetchApp } from '#lib/accounts/apps.ts';
import { addMember } from '#lib/accounts/members.ts';
import { setPassword } from '#lib/accounts/sessions.ts';
import { createUser, findUserByEmail } from '#lib/accounts/users.ts';
import { createWorkspace, findWorkspaceBySlug } from '#lib/accounts/workspaces.ts';
import { type Environment, environments } from '#lib/authority-environment.ts';
import type { Context } from '#lib/context.ts';
import { setDatabase } from '#lib/database/client.ts';
import { openInstallation } from '#lib/database/open-installation.ts';
import { randomText } from '#lib/random-text.ts';
import { AppChange, changeAppSettings } from '#lib/registrations/app-settings.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import type { TemplateName } from '#lib/workflows/templates.ts';
import workflowTexts from '#messages/console/workflows.es.json' with { type: 'json' };
import type { DemoFile } from './report.ts';

export type Seeded = Pick<DemoFile, 'console'> & {
  workspaces: Record<
    Environment,
    Pick<
      DemoFile['workspaces']['live'],
      'id' | 'api_key' | 'supplier_workflow_id' | 'invoice_workflow_id'
    > & {
      delegation_workflow_id: string;
    }
  >;
};

const demoEmail = 'demo@alta.example';

/*
 * Creates workspaces, user, API keys and workflows before the application opens the database. It is a separate
 * program, so that the demo's launcher does not keep its modules in memory. It reads the demo's file, if any, from
 * standard input and writes its result to descriptor 3. It reuses what the file lists; without the file it makes a
 * new key and password.
 */
try {
  const before = readFileSync(0, 'utf8');
  const seeded = await seedDemo(before ? JSON.parse(before) : undefined);
  // Standard output is used by the log.
  writeFileSync(3, JSON.stringify(seeded));
} catch (error) {
  console.error(`The demo did not start: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

async function seedDemo(before: DemoFile | undefined): Promise<Seeded> {
  const opened = await openInstallation();
  try {
    const password = await demoPassword(before);
    const user = await findUserByEmail(demoEmail);
    const workspaces = {} as Seeded['workspaces'];
    for (const environment of environments) {
      workspaces[environment] = await seedWorkspace(environment, user?.id, before);
    }
    return { console: { email: demoEmail, password }, workspaces };
  } finally {
    await opened.close();
    setDatabase(undefined);
  }
}

async function demoPassword(before: DemoFile | undefined): Promise<string> {
  const user = await findUserByEmail(demoEmail);
  if (user && before) return before.console.password;
  const password = randomText(20);
  if (user) await setPassword(user.id, password);
  else await createUser({ name: 'Demo', email: demoEmail, password });
  return password;
}

async function seedWorkspace(
  environment: Environment,
  userId: string | undefined,
  before: DemoFile | undefined,
) {
  const slug = `demo-${environment}`;
  const name = environment === 'sandbox' ? 'Facturas del Sur (pruebas)' : 'Facturas del Sur';
  const workspace =
    (await findWorkspaceBySlug(slug)) ??
    (await createWorkspace({ name, slug, environment, contactEmail: 'ayuda@facturasdelsur.example' }));
  const ctx: Context = { workspace, actor: { kind: 'operator' } };
  await connectApp(ctx, 'gov-ar');
  const { settings } = await fetchApp(ctx, 'gov-ar');
  if (!settings.wizard) await changeAppSettings(ctx, 'gov-ar', AppChange.parse({ wizard: demoBrand() }));
  if (userId) await addMember(ctx, userId, 'owner');
  const workflowOf = (template: TemplateName) =>
    createWorkflow(ctx, { template, key: template, ...inSpanish(template) });
  const supplierWorkflow = await workflowOf('ar-supplier-registration');
  const invoiceWorkflow = await workflowOf('ar-invoice');
  const delegationWorkflow = await workflowOf('ar-supplier-delegation');
  const known = before?.workspaces[environment];
  const api_key =
    known?.id === workspace.id ? known.api_key : (await createApiKey(ctx, { name: 'Demo' })).token;
  return {
    id: workspace.id,
    api_key,
    supplier_workflow_id: supplierWorkflow.id,
    invoice_workflow_id: invoiceWorkflow.id,
    delegation_workflow_id: delegationWorkflow.id,
  };
}

/** Logo and colour of the platform that asks for the registrations. */
function demoBrand() {
  const logo = readFileSync(new URL('logo.png', import.meta.url), 'base64');
  return { colour: '#1d4e89', logo: `data:image/png;base64,${logo}` };
}

/** Named as the Console names a workflow made from the template. */
function inSpanish(template: TemplateName): { name: string; description: string } {
  const { name, description } = workflowTexts.templates[template];
  return { name, description };
}
