import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type workflows, workflowVersions } from '#lib/database/tables/workflows.ts';
import { notFound } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';

export type VersionRow = typeof workflowVersions.$inferSelect;

export const mostListed = 100;

/** A version without what it does. */
export type ListedVersion = Omit<VersionRow, 'steps' | 'rescue'>;

const { steps: _steps, rescue: _rescue, ...listed } = getTableColumns(workflowVersions);

/** Newest first, the newest 100 at most. @throws AltaError `not-found`, also for a workflow of another workspace. */
export const listVersions = (ctx: Context, workflowId: string): Promise<ListedVersion[]> =>
  newestFirst(reader(ctx).select(listed).from(workflowVersions).where(ofWorkflow(ctx, workflowId)));

/** The same with their steps. */
export const listWholeVersions = (ctx: Context, workflowId: string): Promise<VersionRow[]> => {
  requirePermission(ctx, 'workflows:read');
  return newestFirst(reader(ctx).select().from(workflowVersions).where(ofWorkflow(ctx, workflowId)));
};

/** @throws AltaError `not-found`, also for a workflow of another workspace. */
export async function fetchVersion(ctx: Context, workflowId: string, version: number): Promise<VersionRow> {
  requirePermission(ctx, 'workflows:read');
  const [row] = await reader(ctx)
    .select()
    .from(workflowVersions)
    .where(and(ofWorkflow(ctx, workflowId), eq(workflowVersions.version, version)));
  if (!row) throw notFound('The version');
  return row;
}

/** Keeps what the workflow now is, in the transaction that made it so. */
export async function keepVersion(
  tx: Transaction,
  { actor }: Context,
  workflow: typeof workflows.$inferSelect,
): Promise<void> {
  const { id: workflowId, version, name, description, steps, rescue } = workflow;
  await tx.insert(workflowVersions).values({
    workflowId,
    version,
    name,
    description,
    steps,
    rescue,
    src: actor.kind,
    srcId: actor.id ?? null,
  });
}

/** A version knows its workspace by its workflow. */
const ofWorkflow = (ctx: Context, workflowId: string): SQL =>
  sql`${workflowVersions.workflowId} = (select id from workflows
    where id = ${workflowId} and workspace_id = ${ctx.workspace.id})`;

/** A workflow has a version from its first day. */
async function newestFirst<Row>(query: { orderBy(order: SQL): { limit(most: number): PromiseLike<Row[]> } }) {
  const rows = await query.orderBy(desc(workflowVersions.version)).limit(mostListed);
  if (rows.length === 0) throw notFound('The workflow');
  return rows;
}
