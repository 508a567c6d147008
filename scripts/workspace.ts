import { createApiKey } from '#lib/accounts/api-keys.ts';
import { connectApp } from '#lib/accounts/apps.ts';
import { createInvitation } from '#lib/accounts/invitations.ts';
import { changeQuotas, createWorkspace, findWorkspaceBySlug } from '#lib/accounts/workspaces.ts';
import { environments } from '#lib/authority-environment.ts';
import type { Context } from '#lib/context.ts';
import { openInstallation } from '#lib/database/open-installation.ts';
import { WrittenQuotas } from '#lib/env.ts';
import { quotaNames } from '#lib/limits.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';

const usage = `npm run workspace -- <sandbox|live> <slug> <name> [contact e-mail]
npm run workspace -- quota <slug> <name>=<number> …    names: ${quotaNames.join(', ')}`;

const [first, slug, ...more] = process.argv.slice(2);
const run = first === 'quota' ? ownQuotas(slug, more) : newWorkspace(first, slug, more);
if (!run) {
  console.error(usage);
  process.exit(2);
}

const opened = await openInstallation(2);
try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await opened.close();
}

/** Gives a workspace its own quotas instead of the installation's. */
function ownQuotas(slug: string | undefined, written: string[]) {
  const quotas = WrittenQuotas.safeParse(written.join(','));
  if (!slug || !quotas.success) return undefined;
  return async () => {
    const workspace = await findWorkspaceBySlug(slug);
    if (!workspace) throw new Error(`There is no workspace ${slug}.`);
    const own = await changeQuotas({ workspace, actor: { kind: 'operator' } }, quotas.data);
    console.log(
      `${slug} now has its own quotas: ${Object.entries(own)
        .map((each) => each.join('='))
        .join(', ')}.`,
    );
  };
}

/**
 * Creates a workspace with the Argentina app connected, workflows for registrations and invoices, and an API key.
 * For an existing workspace, creates only another API key. In both cases prints a link for a new owner.
 */
function newWorkspace(
  requested: string | undefined,
  slug: string | undefined,
  [name, contactEmail]: string[],
) {
  const environment = environments.find((each) => each === requested);
  if (!environment || !slug || !name) return undefined;
  return async () => {
    const existing = await findWorkspaceBySlug(slug);
    const workspace =
      existing ??
      (await createWorkspace({ name, slug, environment, ...(contactEmail ? { contactEmail } : {}) }));
    const ctx: Context = { workspace, actor: { kind: 'operator' } };
    const made: string[] = [];
    if (!existing) {
      await connectApp(ctx, 'gov-ar');
      for (const template of ['ar-supplier-registration', 'ar-invoice'] as const) {
        const { id, name } = await createWorkflow(ctx, { template, key: template });
        made.push(`Workflow ${id}: ${name}.`);
      }
    }
    const { token } = await createApiKey(ctx, { name: 'Made on the command line' });
    console.log(`Workspace ${workspace.slug} (${workspace.environment}), id ${workspace.id}.`);
    for (const line of made) console.log(line);
    console.log(`API key, shown only now: ${token}`);
    const { url } = await createInvitation(ctx, { role: 'owner', note: 'Made on the command line' });
    console.log(`Link for an owner, valid for one person and seven days: ${url}`);
  };
}
