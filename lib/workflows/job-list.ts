import { and, count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Context, reader } from '#lib/context.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { type JobStatus, jobs, workflows } from '#lib/database/tables/workflows.ts';
import { afterCursor, fromInstant, inOrder, TimedPageQuery } from '#lib/paging.ts';
import type { JobRow } from './jobs.ts';

/** Where a job can stand: SKIP is of steps only. */
export const jobStatuses = ['RUN', 'QUEUED', 'ERR', 'OK', 'KO'] as const satisfies readonly JobStatus[];

const idOf = (what: string) => z.uuid({ error: `must be the UUID of ${what}` }).toLowerCase();

const Tag = z.string().min(1, 'is empty').max(100);

export const JobQuery = TimedPageQuery.extend({
  id: idOf('a job').optional(),
  status: z.enum(jobStatuses, { error: `must be one of ${jobStatuses.join(', ')}` }).optional(),
  workflow_id: idOf('a workflow').optional(),
  silo_entry_id: idOf('an entry').optional(),
  tag: Tag.optional().describe('Only those that carry it.'),
});
export type JobQuery = z.infer<typeof JobQuery>;

/** A job without its steps and arguments, and what its workflow and its entry are called now. */
export type ListedJob = Omit<JobRow, 'steps' | 'rescue' | 'args'> & {
  workflowName: string;
  entryName: string | null;
};

/** The jobs that match all of what is given: one more than the page holds when there is a next page. */
export async function listJobs(ctx: Context, query: JobQuery): Promise<ListedJob[]> {
  const { steps: _steps, rescue: _rescue, args: _args, ...columns } = getTableColumns(jobs);
  return reader(ctx)
    .select({
      ...columns,
      workflowName: workflows.name,
      entryName: sql<
        string | null
      >`coalesce(${entries.snippet} ->> 'name', ${entries.snippet} ->> 'customer_name')`,
    })
    .from(jobs)
    .innerJoin(workflows, eq(workflows.id, jobs.workflowId))
    .innerJoin(entries, eq(entries.id, jobs.entryId))
    .where(
      and(
        eq(jobs.workspaceId, ctx.workspace.id),
        ...matches(query),
        fromInstant(jobs, query),
        afterCursor(jobs, query.cursor, query),
      ),
    )
    .orderBy(...inOrder(jobs, query))
    .limit(query.limit + 1);
}

const withTag = (tag: string): SQL => sql`${jobs.tags} @> ${JSON.stringify([tag])}::jsonb`;

function matches({ id, status, workflow_id, silo_entry_id, tag }: JobQuery): (SQL | undefined)[] {
  return [
    id ? eq(jobs.id, id) : undefined,
    status ? eq(jobs.status, status) : undefined,
    workflow_id ? eq(jobs.workflowId, workflow_id) : undefined,
    silo_entry_id ? eq(jobs.entryId, silo_entry_id) : undefined,
    tag ? withTag(tag) : undefined,
  ];
}

export const JobSummaryQuery = z.strictObject({ tag: Tag });

/** How a batch stands: the workspace's jobs of one tag, counted by status. */
export async function summariseJobs(ctx: Context, tag: string): Promise<Record<JobStatus, number>> {
  const rows = await reader(ctx)
    .select({ status: jobs.status, jobs: count() })
    .from(jobs)
    .where(and(eq(jobs.workspaceId, ctx.workspace.id), withTag(tag)))
    .groupBy(jobs.status);
  const found = new Map(rows.map((row) => [row.status as string, row.jobs]));
  const counts = jobStatuses.map((status) => [status, found.get(status) ?? 0]);
  return Object.fromEntries(counts);
}
