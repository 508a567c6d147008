import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Workspace } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import type { Environment } from '#lib/environment.ts';

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

export async function findWorkspaceBySlug(slug: string): Promise<Workspace | undefined> {
  const [row] = await database().select().from(workspaces).where(eq(workspaces.slug, slug));
  return row && workspaceOf(row);
}

export async function fetchWorkspace(id: string): Promise<Workspace> {
  const [row] = await database().select().from(workspaces).where(eq(workspaces.id, id));
  if (!row) throw new Error(`Workspace ${id} is gone.`);
  return workspaceOf(row);
}

export function workspaceOf(row: typeof workspaces.$inferSelect): Workspace {
  const { id, name, slug, environment, contactEmail } = row;
  return { id, name, slug, environment, contactEmail: contactEmail ?? undefined };
}
