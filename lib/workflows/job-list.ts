import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { entries } from '#lib/database/tables/silo.ts';
import {
  draftVersion,
  intentEvents,
  intents,
  type JobRow,
  type JobStatus,
  jobs,
  workflows,
} from '#lib/database/tables/workflows.ts';
import type { StoredMessage } from '#lib/faults.ts';
import { listInvoices } from '#lib/invoices/invoice-list.ts';
import { batchLimits, maxCounted } from '#lib/limits.ts';
import { afterCursor, fromInstant, inOrder, inSpan, type TimedPageQuery } from '#lib/paging.ts';
import { isPermitted, requirePermission } from '#lib/roles.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';
import { searchEntries } from '#lib/silo/search.ts';
import { eventMessage } from './events.ts';

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
  /** Text that finds the job's supplier or invoice. */
  about?: string | undefined;
  tag?: string | undefined;
  /** Code of what failed. */
  reason?: string | undefined;
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

/** Counts the matching jobs, up to `most` + 1. */
export async function countJobs(
  ctx: Context,
  query: Omit<JobQuery, 'limit'>,
  most = maxCounted,
): Promise<number> {
  requirePermission(ctx, 'jobs:read');
  const entryIds = await entriesOf(ctx, query);
  const counted = reader(ctx)
    .select({ id: jobs.id })
    .from(jobs)
    .where(matches(ctx, query, entryIds))
    .limit(most + 1);
  return reader(ctx).$count(counted.as('counted'));
}

/**
 * Returns why jobs failed, or why their step is being retried, by job id. Jobs that did not fail are left out.
 */
export async function findReasons(
  ctx: Context,
  failed: readonly Pick<JobRow, 'id' | 'faults' | 'reason'>[],
): Promise<Map<string, StoredMessage>> {
  requirePermission(ctx, 'jobs:read');
  const reasons = new Map(failed.flatMap(({ id, faults }) => (faults[0] ? [[id, faults[0]] as const] : [])));
  const retried = failed.filter(({ id, reason }) => reason !== null && !reasons.has(id)).map(({ id }) => id);
  if (retried.length === 0) return reasons;
  const last = reader(ctx)
    .select()
    .from(intentEvents)
    .where(eq(intentEvents.intentId, intents.id))
    .orderBy(desc(intentEvents.index))
    .limit(1)
    .as('last');
  const rows = await reader(ctx)
    .select({
      jobId: intents.jobId,
      event: {
        intentId: last.intentId,
        index: last.index,
        status: last.status,
        code: last.code,
        params: last.params,
        message: last.message,
        at: last.at,
      },
    })
    .from(intents)
    .innerJoin(jobs, eq(jobs.id, intents.jobId))
    .innerJoinLateral(last, sql`true`)
    .where(and(isOneOf(retried), eq(jobs.workspaceId, ctx.workspace.id), eq(intents.completed, false)));
  for (const { jobId, event } of rows) {
    const message = eventMessage(event);
    if (message) reasons.set(jobId, message);
  }
  return reasons;
}

/** Number of jobs that failed for the same reason. */
export interface JobReasonCount {
  reason: StoredMessage;
  count: number;
}

const maxReasons = 50;
/** Failed jobs beyond this number are not counted. */
const maxFailed = 100_000;

/** Reasons of the failed jobs that match the filters, most frequent first. */
export async function countJobReasons(
  ctx: Context,
  query: Omit<JobQuery, 'limit' | 'reason'>,
): Promise<JobReasonCount[]> {
  requirePermission(ctx, 'jobs:read');
  const failed = reader(ctx)
    .select({ code: jobs.reason })
    .from(jobs)
    .where(and(matches(ctx, query, await entriesOf(ctx, query)), isNotNull(jobs.reason)))
    .limit(maxFailed)
    .as('failed');
  const counted = reader(ctx)
    .select({ code: failed.code, count: count().as('failed_count') })
    .from(failed)
    .groupBy(failed.code)
    .orderBy(desc(count()))
    .limit(maxReasons)
    .as('counted');
  const example = reader(ctx)
    .select({ id: jobs.id, faults: jobs.faults, reason: jobs.reason })
    .from(jobs)
    .where(and(eq(jobs.workspaceId, ctx.workspace.id), sql`${jobs.reason} = ${counted.code}`))
    .orderBy(...inOrder(jobs, {}))
    .limit(1)
    .as('example');
  const rows = await reader(ctx)
    .select({ id: example.id, faults: example.faults, reason: example.reason, count: counted.count })
    .from(counted)
    .innerJoinLateral(example, sql`true`)
    .orderBy(desc(counted.count), counted.code);
  const reasons = await findReasons(ctx, rows);
  return rows.flatMap(({ id, count }) => {
    const reason = reasons.get(id);
    return reason ? [{ reason, count }] : [];
  });
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

/**
 * Returns the last job that would have authorized each of the invoices, if it failed and the invoice has no CAE. Run
 * again, it sends nothing that the authority may already have: `issueInvoice` looks that up first.
 */
export async function listFailedJobsOf(ctx: Context, entryIds: readonly string[]): Promise<string[]> {
  return (await failedJobsOf(ctx, entryIds)).map(({ id }) => id);
}

/** Returns those of the invoices that can be authorized again. */
export async function failedAmong(ctx: Context, entryIds: readonly string[]): Promise<string[]> {
  return (await failedJobsOf(ctx, entryIds)).map(({ entryId }) => entryId);
}

async function failedJobsOf(ctx: Context, entryIds: readonly string[]) {
  requirePermission(ctx, 'jobs:read');
  const rows = await reader(ctx)
    .selectDistinctOn([jobs.entryId], {
      id: jobs.id,
      entryId: jobs.entryId,
      status: jobs.status,
      stamps: entries.stamps,
    })
    .from(jobs)
    .innerJoin(entries, eq(entries.id, jobs.entryId))
    .where(
      and(
        sql`${jobs.entryId} = any(${sql.param(entryIds)}::uuid[])`,
        eq(jobs.workspaceId, ctx.workspace.id),
        sql`${jobs.steps} @> '[{"provider": "gov-ar.send"}]'`,
      ),
    )
    .orderBy(jobs.entryId, desc(jobs.createdAt), desc(jobs.id));
  return rows.filter(
    ({ status, stamps }) => status === 'KO' && !stamps.some(({ prv }) => prv === 'arca-cae'),
  );
}

/** Most jobs that are returned to be retried: as many as a batch takes. */
const maxRetried = batchLimits.rows;

/** Returns those of the jobs whose failed step waits for its next try. */
export async function listRetriedJobs(ctx: Context, ids: readonly string[]): Promise<string[]> {
  requirePermission(ctx, 'jobs:read');
  return retriedIds(ctx, isOneOf(ids));
}

/**
 * Returns the jobs that hold the invoices up while their step waits for its next try: the invoices' own, and those of
 * other invoices in their series.
 */
export async function listRetriedJobsOf(ctx: Context, entryIds: readonly string[]): Promise<string[]> {
  requirePermission(ctx, 'jobs:read');
  const { workspaceId, entryId, jobId, environment, cuit, pointOfSale, documentType } = invoiceSubmissions;
  const own = eq(workspaceId, ctx.workspace.id);
  // The statuses are written as in the partial index.
  const isOpen = sql`${invoiceSubmissions.status} in ('queued', 'sending', 'unconfirmed')`;
  const series = reader(ctx)
    .selectDistinct({ environment, cuit, pointOfSale, documentType })
    .from(invoiceSubmissions)
    .where(and(own, isOpen, sql`${entryId} = any(${sql.param(entryIds)}::uuid[])`));
  const inSeries = reader(ctx)
    .select({ jobId })
    .from(invoiceSubmissions)
    .where(and(own, isOpen, sql`(${environment}, ${cuit}, ${pointOfSale}, ${documentType}) in ${series}`));
  return retriedIds(
    ctx,
    or(sql`${jobs.entryId} = any(${sql.param(entryIds)}::uuid[])`, inArray(jobs.id, inSeries)),
  );
}

async function retriedIds(ctx: Context, which: SQL | undefined): Promise<string[]> {
  const rows = await reader(ctx)
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.workspaceId, ctx.workspace.id), eq(jobs.status, 'ERR'), which))
    .orderBy(asc(jobs.createdAt), asc(jobs.id))
    .limit(maxRetried);
  return rows.map(({ id }) => id);
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
  const { id, ids, status, open, workflowId, workflowVersion, entryId, tag, reason } = query;
  return and(
    eq(jobs.workspaceId, ctx.workspace.id),
    id ? eq(jobs.id, id) : undefined,
    ids && isOneOf(ids),
    status ? eq(jobs.status, status) : undefined,
    open ? isNull(jobs.completedAt) : undefined,
    workflowId ? eq(jobs.workflowId, workflowId) : undefined,
    workflowVersion ? eq(jobs.workflowVersion, workflowVersion) : undefined,
    entryId ? eq(jobs.entryId, entryId) : undefined,
    entryIds && sql`${jobs.entryId} = any(${sql.param(entryIds)}::uuid[])`,
    tag ? withTag(tag) : undefined,
    reason ? eq(jobs.reason, reason) : undefined,
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
interface JobsOnVersion {
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
