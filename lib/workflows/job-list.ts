import { and, count, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { type JobRow, type JobStatus, jobs, workflows } from '#lib/database/tables/workflows.ts';
import { listInvoices } from '#lib/invoices/invoice-list.ts';
import { maxCounted } from '#lib/limits.ts';
import { afterCursor, fromInstant, inOrder, inSpan, type TimedPageQuery } from '#lib/paging.ts';
import { isPermitted, requirePermission } from '#lib/roles.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';
import { searchEntries } from '#lib/silo/search.ts';

/** Statuses of a job. SKIP exists for steps only. */
export const jobStatuses = ['RUN', 'QUEUED', 'ERR', 'OK', 'KO'] as const satisfies readonly JobStatus[];

export interface JobQuery extends TimedPageQuery {
  id?: string | undefined;
  ids?: readonly string[] | undefined;
  status?: (typeof jobStatuses)[number] | undefined;
  workflowId?: string | undefined;
  entryId?: string | undefined;
  /** Text that finds the job's supplier or invoice. */
  about?: string | undefined;
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
  const entryIds = await entriesOf(ctx, query);
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
    .where(
      and(matches(ctx, query, entryIds), fromInstant(jobs, query), afterCursor(jobs, query.cursor, query)),
    )
    .orderBy(...inOrder(jobs, query))
    .limit(query.limit + 1);
}

/** Counts the matching jobs, up to `maxCounted` + 1. */
export async function countJobs(ctx: Context, query: Omit<JobQuery, 'limit'>): Promise<number> {
  requirePermission(ctx, 'jobs:read');
  const entryIds = await entriesOf(ctx, query);
  const counted = reader(ctx)
    .select({ id: jobs.id })
    .from(jobs)
    .where(matches(ctx, query, entryIds))
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

/** Most suppliers, and most invoices, whose jobs a text finds: the newest. */
const maxAbout = 500;

/**
 * Ids of the newest suppliers and invoices that a text finds: by name, tax code, number, CAE, total or e-mail address.
 * Suppliers and invoices that the actor may not read are left out.
 */
export async function entriesAbout(ctx: Context, q: string, limit = maxAbout): Promise<string[]> {
  const [suppliers, invoices] = await Promise.all([
    isPermitted(ctx, 'suppliers:read') ? searchEntries(ctx, { folder: 'suppliers', q, limit }) : [],
    isPermitted(ctx, 'invoices:read') ? listInvoices(ctx, { q, limit }) : [],
  ]);
  return [...suppliers, ...invoices].map(({ id }) => id);
}

const entriesOf = async (ctx: Context, { about }: Pick<JobQuery, 'about'>) =>
  about ? entriesAbout(ctx, about) : undefined;

const isOneOf = (ids: readonly string[]): SQL => sql`${jobs.id} = any(${sql.param(ids)}::uuid[])`;
const withTag = (tag: string): SQL => sql`${jobs.tags} @> ${JSON.stringify([tag])}::jsonb`;

function matches(
  ctx: Context,
  query: Omit<JobQuery, 'limit'>,
  entryIds: readonly string[] | undefined,
): SQL | undefined {
  const { id, ids, status, workflowId, entryId, tag } = query;
  return and(
    eq(jobs.workspaceId, ctx.workspace.id),
    id ? eq(jobs.id, id) : undefined,
    ids && isOneOf(ids),
    status ? eq(jobs.status, status) : undefined,
    workflowId ? eq(jobs.workflowId, workflowId) : undefined,
    entryId ? eq(jobs.entryId, entryId) : undefined,
    entryIds && sql`${jobs.entryId} = any(${sql.param(entryIds)}::uuid[])`,
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
