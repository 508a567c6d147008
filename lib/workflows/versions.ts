import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { workflows, workflowVersions } from '#lib/database/tables/workflows.ts';
import { notFound } from '#lib/errors.ts';

export type VersionRow = typeof workflowVersions.$inferSelect;

export const mostListed = 100;

/** Newest first, the newest 100 at most. */
export async function listVersions(ctx: Context, workflowId: string): Promise<VersionRow[]> {
  const rows = await versionsOf(ctx, workflowId).orderBy(desc(workflowVersions.version)).limit(mostListed);
  if (rows.length === 0) throw notFound('The workflow');
  return rows;
}

/** @throws AltaError `not-found`, also for a workflow of another workspace. */
export async function fetchVersion(ctx: Context, workflowId: string, version: number): Promise<VersionRow> {
  const [row] = await versionsOf(ctx, workflowId, version);
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

function versionsOf(ctx: Context, workflowId: string, version?: number) {
  return reader(ctx)
    .select(getTableColumns(workflowVersions))
    .from(workflowVersions)
    .innerJoin(workflows, eq(workflows.id, workflowVersions.workflowId))
    .where(
      and(
        eq(workflows.id, workflowId),
        eq(workflows.workspaceId, ctx.workspace.id),
        version === undefined ? undefined : eq(workflowVersions.version, version),
      ),
    );
}
