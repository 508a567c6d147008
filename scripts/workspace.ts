import { createApiKey } from '#lib/accounts/api-keys.ts';
import { connectApp } from '#lib/accounts/apps.ts';
import { createInvitation } from '#lib/accounts/invitations.ts';
import { createWorkspace, findWorkspaceBySlug } from '#lib/accounts/workspaces.ts';
import { environments } from '#lib/authority-environment.ts';
import type { Context } from '#lib/context.ts';
import { openInstallation } from '#lib/database/installation.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';

/**
 * `npm run workspace -- <sandbox|live> <slug> <name> [e-mail]`: makes a workspace with the Argentina app
 * connected, the workflows for registrations and invoices, and an API key. For a workspace that is there, another API key. Either way a
 * link with which somebody becomes its owner in the Console.
 */
const [asked, slug, name, contactEmail] = process.argv.slice(2);
const environment = environments.find((each) => each === asked);
if (!environment || !slug || !name) {
  console.error('npm run workspace -- <sandbox|live> <slug> <name> [contact e-mail]');
  process.exit(2);
}

const opened = await openInstallation(2);
try {
  const there = await findWorkspaceBySlug(slug);
  const workspace =
    there ?? (await createWorkspace({ name, slug, environment, ...(contactEmail ? { contactEmail } : {}) }));
  const ctx: Context = { workspace, actor: { kind: 'operator' } };
  const made: string[] = [];
  if (!there) {
    await connectApp(ctx, 'gov-ar');
    for (const template of ['ar-supplier-registration', 'ar-invoice'] as const) {
      const { id, name } = await createWorkflow(ctx, { template });
      made.push(`Workflow ${id}: ${name}.`);
    }
  }
  const { token } = await createApiKey(ctx, { name: 'Made on the command line' });
  console.log(`Workspace ${workspace.slug} (${workspace.environment}), id ${workspace.id}.`);
  for (const line of made) console.log(line);
  console.log(`API key, shown only now: ${token}`);
  const { url } = await createInvitation(ctx, { role: 'owner', note: 'Made on the command line' });
  console.log(`Link for an owner, good for one person and seven days: ${url}`);
} finally {
  await opened.close();
}
