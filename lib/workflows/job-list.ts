import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { entries } from '#lib/database/tables/silo.ts';
import {
  draftVersion,
  type JobRow,
  type JobStatus,
  jobs,
  workflows,
} from '#lib/database/tables/workflows.ts';
import { maxCounted } from '#lib/limits.ts';
import { afterCursor, fromInstant, inOrder, inSpan, type TimedPageQuery } from '#lib/paging.ts';
import { requirePermission } from '#lib/roles.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';

/** Statuses of a job. SKIP exists for steps only. */
export const jobStatuses = ['RUN', 'QUEUED', 'ERR', 'OK', 'KO'] as const satisfies readonly JobStatus[];

export interface JobQuery extends TimedPageQuery {
  id?: string | undefined;
  ids?: readonly string[] | undefined;
  status?: (typeof jobStatuses)[number] | undefined;
  /** Only jobs that have not ended. */
  open?: boolean | undefined;
  workflowId?: string | undefined;
  workflowVersion?: number | undefined;
  entryId?: string | undefined;
  tag?: string | undefined;
}

/** A job without steps and arguments, with its workflow's current name and its entry's snippet. */
export type ListedJob = Omit<JobRow, 'steps' | 'rescue' | 'args'> & {
  workflowName: string;
  entry: Pick<ListedEntry, 'folder' | 'snippet'>;
};

/** Lists the jobs that match every given filter: rows for one page, plus one if there is a next page. */
export async function listJobs(ctx: Context, query: JobQuery): Promise<ListedJob[]> {
  requirePermission(ctx, 'jobs:read');
  const { steps: _steps, rescue: _rescue, args: _args, ...columns } = getTableColumns(jobs);
  return reader(ctx)
    .select({
      ...columns,
      workflowName: workflows.name,
      entry: { folder: entries.folder, snippet: entries.snippet },
    })
    .from(jobs)
    .innerJoin(workflows, eq(workflows.id, jobs.workflowId))
    .innerJoin(entries, eq(entries.id, jobs.entryId))
    .where(and(matches(ctx, query), fromInstant(jobs, query), afterCursor(jobs, query.cursor, query)))
    .orderBy(...inOrder(jobs, query))
    .limit(query.limit + 1);
}

/** Counts the matching jobs, up to `maxCounted` + 1. */
export function countJobs(ctx: Context, query: Omit<JobQuery, 'limit'>): Promise<number> {
  requirePermission(ctx, 'jobs:read');
  const counted = reader(ctx)
    .select({ id: jobs.id })
    .from(jobs)
    .where(matches(ctx, query))
    .limit(maxCounted + 1);
  return reader(ctx).$count(counted.as('counted'));
}

/** Returns the ids of the jobs that have ended and can be run again. */
export async function listEndedJobs(ctx: Context, ids: readonly string[]): Promise<string[]> {
  requirePermission(ctx, 'jobs:read');
  const rows = await reader(ctx)
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isOneOf(ids), eq(jobs.workspaceId, ctx.workspace.id), isNotNull(jobs.completedAt)));
  const endedIds = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => endedIds.has(id));
}

const isOneOf = (ids: readonly string[]): SQL => sql`${jobs.id} = any(${sql.param(ids)}::uuid[])`;
const withTag = (tag: string): SQL => sql`${jobs.tags} @> ${JSON.stringify([tag])}::jsonb`;

function matches(ctx: Context, query: Omit<JobQuery, 'limit'>): SQL | undefined {
  const { id, ids, status, open, workflowId, workflowVersion, entryId, tag } = query;
  return and(
    eq(jobs.workspaceId, ctx.workspace.id),
    id ? eq(jobs.id, id) : undefined,
    ids && isOneOf(ids),
    status ? eq(jobs.status, status) : undefined,
    open ? isNull(jobs.completedAt) : undefined,
    workflowId ? eq(jobs.workflowId, workflowId) : undefined,
    workflowVersion ? eq(jobs.workflowVersion, workflowVersion) : undefined,
    entryId ? eq(jobs.entryId, entryId) : undefined,
    tag ? withTag(tag) : undefined,
    inSpan(jobs, query),
  );
}

/** Returns the progress of a batch: the number of jobs with its tag, by status. */
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

/** Jobs that have not ended and run on an earlier version of their workflow. */
export interface JobsOnVersion {
  workflowId: string;
  version: number;
  count: number;
}

const maxVersionsCounted = 100;

/** Counts the unfinished jobs of these workflows that run on an earlier version than the current one. */
export function countJobsOnOldVersions(ctx: Context, ids: readonly string[]): Promise<JobsOnVersion[]> {
  requirePermission(ctx, 'workflows:read');
  if (ids.length === 0) return Promise.resolve([]);
  return reader(ctx)
    .select({ workflowId: jobs.workflowId, version: jobs.workflowVersion, count: count() })
    .from(jobs)
    .innerJoin(workflows, eq(workflows.id, jobs.workflowId))
    .where(
      and(
        eq(workflows.workspaceId, ctx.workspace.id),
        inArray(jobs.workflowId, [...ids]),
        isNull(jobs.completedAt),
        gt(jobs.workflowVersion, draftVersion),
        lt(jobs.workflowVersion, workflows.version),
      ),
    )
    .groupBy(jobs.workflowId, jobs.workflowVersion)
    .orderBy(asc(jobs.workflowId), asc(jobs.workflowVersion))
    .limit(maxVersionsCounted);
}
