import { and, eq, inArray, isNull } from 'drizzle-orm';
import { batchLoader, rowsInKeyOrder } from '#lib/database/batching.ts';
import { type Database, database, type Transaction } from '#lib/database/client.ts';
import { members, users, workspaces } from '#lib/database/tables/accounts.ts';
import type { Environment } from './authority-environment.ts';
import { type Actor, type Permission, requirePermission } from './roles.ts';

export interface Workspace {
  id: string;
  name: string;
  slug: string;
  environment: Environment;
  contactEmail?: string | undefined;
}

export async function fetchWorkspace(id: string): Promise<Workspace> {
  const row = await workspaceWith(database(), id);
  if (!row) throw new Error(`Workspace ${id} is gone.`);
  return workspaceOf(row);
}

/** Every job and delivery reads its workspace; concurrent reads share a query. */
const workspaceWith = batchLoader(async (db: Database, ids: readonly string[]) => {
  const rows = await db
    .select()
    .from(workspaces)
    .where(inArray(workspaces.id, [...new Set(ids)]));
  return rowsInKeyOrder(ids, rows, ({ id }) => id);
});

export function workspaceOf(row: typeof workspaces.$inferSelect): Workspace {
  const { id, name, slug, environment, contactEmail } = row;
  return { id, name, slug, environment, contactEmail: contactEmail ?? undefined };
}

/** Client address and request id. Absent for work the engine starts itself. */
export interface Source {
  address: string;
  /** `x-request-id` of an API request. */
  requestId?: string;
}

/** The first parameter of every verb. With `tx` the verb joins the caller's transaction. */
export interface Context {
  workspace: Workspace;
  actor: Actor;
  source?: Source;
  tx?: Transaction;
}

export const reader = (ctx: Context): Database | Transaction => ctx.tx ?? database();

/** Runs `write` in the caller's transaction, or in a new one. */
export function inTransaction<T>(ctx: Context, write: (tx: Transaction) => Promise<T>): Promise<T> {
  return ctx.tx ? write(ctx.tx) : database().transaction((tx) => write(tx));
}

/**
 * Checks the permission against the user's current role and locks the role for the rest of the transaction. A
 * concurrent demotion, removal or deactivation of the user waits for it, and then sees everything it has granted.
 * Call it first in a transaction that grants rights or creates something that outlives the user's membership,
 * such as a webhook.
 * @throws AltaError `forbidden` (`role-lacks`)
 */
export async function lockPermission(tx: Transaction, ctx: Context, permission: Permission): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== 'user') return;
  const [held] = await tx
    .select({ role: members.role })
    .from(members)
    .innerJoin(users, and(eq(users.id, members.userId), isNull(users.deactivatedAt)))
    .where(and(eq(members.workspaceId, ctx.workspace.id), eq(members.userId, actor.id)))
    .for('share');
  requirePermission({ actor: { ...actor, role: held?.role } }, permission);
}
