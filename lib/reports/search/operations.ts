import { and, eq, getTableColumns, or } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { batches } from '#lib/database/tables/batches.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { jobs, workflows } from '#lib/database/tables/workflows.ts';
import { isWanted, type Wanted } from './wanted.ts';

/** By the id or its beginning, and by the key that the client gave it. */
export async function findJobs(ctx: Context, wanted: Wanted) {
  const byKey = eq(jobs.key, wanted.text);
  const { completedAt, status, faults } = getTableColumns(jobs);
  return reader(ctx)
    .select({
      id: jobs.id,
      completedAt,
      status,
      faults,
      workflowName: workflows.name,
      entry: { folder: entries.folder, snippet: entries.snippet },
    })
    .from(jobs)
    .innerJoin(workflows, eq(workflows.id, jobs.workflowId))
    .innerJoin(entries, eq(entries.id, jobs.entryId))
    .where(and(eq(jobs.workspaceId, ctx.workspace.id), or(isWanted(jobs.id, wanted), byKey)))
    .limit(wanted.limit);
}

export async function findDeliveries(ctx: Context, wanted: Wanted) {
  const isIt = isWanted(webhookDeliveries.id, wanted);
  if (!isIt) return [];
  const { event, status, url } = webhookDeliveries;
  return reader(ctx)
    .select({ id: webhookDeliveries.id, event, status, url })
    .from(webhookDeliveries)
    .where(and(isIt, eq(webhookDeliveries.workspaceId, ctx.workspace.id)))
    .limit(wanted.limit);
}

export async function findBatches(ctx: Context, wanted: Wanted) {
  const byKey = eq(batches.key, wanted.text);
  const { operation, total } = batches;
  return reader(ctx)
    .select({ id: batches.id, operation, total })
    .from(batches)
    .where(and(eq(batches.workspaceId, ctx.workspace.id), or(isWanted(batches.id, wanted), byKey)))
    .limit(wanted.limit);
}
