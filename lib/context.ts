import { and, eq, inArray, isNotNull, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import { batchLoader, rowsInKeyOrder } from '#lib/database/batching.ts';
import { type Database, database, type Transaction } from '#lib/database/client.ts';
import { members, users, workspaces } from '#lib/database/tables/accounts.ts';
import type { Environment } from './authority-environment.ts';
import { AltaError } from './errors.ts';
import { type Actor, type Permission, requirePermission } from './roles.ts';

export interface Workspace {
  id: string;
  name: string;
  slug: string;
  environment: Environment;
  contactEmail?: string | undefined;
  /** Present once the workspace is closed, because it moves to another installation or has moved there. */
  move?: Move;
}

interface Move {
  closedAt: Date;
  /** Origin of the other installation, once the workspace has moved. */
  to: string | undefined;
  /** End of the redirects; undefined: none. */
  until: Date | undefined;
}

/** @throws AltaError `unavailable` (`workspace-moving`) while the workspace is closed */
export function requireOpen({ move }: Workspace): void {
  if (move) throw isMoving();
}

/** Clients repeat the request: a move takes minutes, and afterwards they are redirected. */
export const isMoving = () =>
  new AltaError('unavailable', 'The workspace is moving to another installation: nothing can be changed.', {
    code: 'workspace-moving',
    retryAfterSeconds: 60,
  });

/**
 * Returns the same address at the installation that has the workspace now; undefined if it is here.
 * @throws AltaError `gone` (`workspace-moved`) after the end of the redirects
 */
export function addressAfterMove(
  { move }: Workspace,
  { pathname, search }: URL,
  now = new Date(),
): string | undefined {
  if (!move?.to) return undefined;
  if (move.until && move.until <= now) {
    const message = `The workspace has moved to ${move.to}.`;
    throw new AltaError('gone', message, { code: 'workspace-moved' });
  }
  return `${move.to}${pathname}${search}`;
}

export async function fetchWorkspace(id: string): Promise<Workspace> {
  const row = await workspaceWith(database(), id);
  if (!row) throw new Error(`Workspace ${id} is gone.`);
  return workspaceOf(row);
}

/** SQL condition: the workspace is not closed. The few closed ones are read once per statement. */
export const isOfOpenWorkspace = (workspaceId: SQLWrapper) =>
  sql`${workspaceId} <> all (array(select id from ${workspaces} where closed_at is not null))`;

/** Whether a workspace is closed; concurrent calls share a query. */
export const isClosed = batchLoader(async (db: Database, ids: readonly string[]) => {
  const rows = await db.select({ id: workspaces.id }).from(workspaces).where(isNotNull(workspaces.closedAt));
  const closed = new Set(rows.map(({ id }) => id));
  return ids.map((id) => closed.has(id));
});

/**
 * Locks the workspaces until the transaction ends, so that their closing waits for it (`closeWorkspace`).
 * @throws AltaError `unavailable` (`workspace-moving`) if one is closed
 */
export async function lockOpenWorkspaces(tx: Transaction, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const open = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(inArray(workspaces.id, wanted), isNull(workspaces.closedAt)))
    .for('key share');
  if (open.length < wanted.length) throw isMoving();
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
  const { id, name, slug, environment, contactEmail, closedAt, movedTo, movedUntil } = row;
  return {
    id,
    name,
    slug,
    environment,
    contactEmail: contactEmail ?? undefined,
    ...(closedAt && { move: { closedAt, to: movedTo ?? undefined, until: movedUntil ?? undefined } }),
  };
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
