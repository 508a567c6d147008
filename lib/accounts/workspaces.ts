import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '#lib/audit.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { type Context, reader, type Workspace, workspaceOf } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { members, workspaces } from '#lib/database/tables/accounts.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';

/** Sandbox or live is fixed when the workspace is made: its entries, keys and certificates are of one world. */
export async function createWorkspace(input: {
  name: string;
  slug: string;
  environment: Environment;
  contactEmail?: string;
}): Promise<Workspace> {
  const [row] = await database()
    .insert(workspaces)
    .values({ id: uuidv7(), ...input })
    .returning();
  if (!row) throw new Error('The workspace was not stored.');
  return workspaceOf(row);
}

/** A person makes a workspace and is its owner. Its slug comes from its name. */
export async function foundWorkspace(
  userId: string,
  { name, environment }: { name: string; environment: Environment },
  tx?: Transaction,
): Promise<Workspace> {
  if (!tx) {
    return database().transaction((own) => foundWorkspace(userId, { name, environment }, own));
  }
  const row = await insertUnderFreeSlug(tx, { id: uuidv7(), name, environment });
  const workspace = workspaceOf(row);
  const ctx: Context = { workspace, actor: { kind: 'user', id: userId, role: 'owner' }, tx };
  await tx.insert(members).values({ workspaceId: workspace.id, userId, role: 'owner' });
  await audit(tx, ctx, 'workspace.created', { kind: 'workspace', id: workspace.id }, { environment });
  return workspace;
}

async function insertUnderFreeSlug(
  tx: Transaction,
  values: Omit<typeof workspaces.$inferInsert, 'slug'>,
): Promise<typeof workspaces.$inferSelect> {
  const base = slugOf(values.name, values.environment);
  for (let number = 1; number <= 100; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    const [row] = await tx
      .insert(workspaces)
      .values({ ...values, slug })
      .onConflictDoNothing()
      .returning();
    if (row) return row;
  }
  throw new AltaError('conflict', 'There are too many workspaces of this name.', { code: 'name-taken' });
}

/** `Facturas del Sur` -> `facturas-del-sur`, in the sandbox with its name at the end. */
function slugOf(name: string, environment: Environment): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return [words || 'workspace', ...(environment === 'sandbox' ? ['sandbox'] : [])].join('-');
}

export async function findWorkspaceBySlug(slug: string): Promise<Workspace | undefined> {
  const [row] = await database().select().from(workspaces).where(eq(workspaces.slug, slug));
  return row && workspaceOf(row);
}

export type WorkspaceRow = typeof workspaces.$inferSelect;

/** The context's own workspace, with what only its own page shows. */
export async function fetchWorkspaceRow(ctx: Context): Promise<WorkspaceRow> {
  requirePermission(ctx, 'workspace:read');
  const [row] = await reader(ctx).select().from(workspaces).where(eq(workspaces.id, ctx.workspace.id));
  if (!row) throw notFound('The workspace');
  return row;
}
