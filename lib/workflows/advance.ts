import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { type Context, workspaceOf } from '#lib/context.ts';
import { batchLoader, oneSetAtATime, rowsInKeyOrder, runAll } from '#lib/database/batching.ts';
import { type Database, database, preparedOnce, type Transaction } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { intentEvents, intents, type JobRow, jobs, type Step } from '#lib/database/tables/workflows.ts';
import { safeParse } from '#lib/documents/validation.ts';
import { AltaError } from '#lib/errors.ts';
import { type StoredFault, storedFault } from '#lib/faults.ts';
import { log } from '#lib/log.ts';
import { finishedJobs, stepFailures } from '#lib/metrics.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { bindTrace, continueTrace, traced } from '#lib/tracing/tracing.ts';
import { beginStep, type StartedStep, type StepPosition, stepPositionKey } from './begin.ts';
import { unsealSecrets } from './definition-input.ts';
import { providers } from './providers.ts';
import { goTo, type JobMove, type Result, record } from './step-results.ts';

/**
 * Runs a job's steps from its stored position until one waits, fails temporarily, or none is left. Safe to
 * call at any time and from several processes: a step's result is written only while the job is still at that
 * step. Concurrent calls are batched.
 */
export async function advanceJob(jobId: string, now: () => Date = () => new Date()): Promise<void> {
  while ((await advanceOneStep(jobId, now())) === 'moved');
}

async function advanceOneStep(jobId: string, now: Date): Promise<'moved' | 'stopped'> {
  const row = await readJob(database(), jobId);
  if (!row || row.job.completedAt) return 'stopped';
  const { job, entry } = row;
  const step = job[job.phase][job.position];
  const ctx: Context = { workspace: workspaceOf(row.workspace), actor: { kind: 'engine', id: job.id } };
  const commit = async (work: JobWrite['work']) =>
    moveOf(await commitIfUnmoved({ job, work: bindTrace(work) }));
  if (!step) return commit((tx) => goTo(tx, ctx, job, job, now));
  return traced(
    `step ${step.provider}`,
    { 'alta.job': job.id, 'alta.workspace': job.workspaceId, 'alta.workflow': job.workflowId },
    async (span) => {
      const startedStep = row.startedStep ?? (await beginStep({ job, step, now }));
      const write = await runStep({ ctx, job, entry, startedStep, now }, step);
      const commitResult = (result: typeof write) =>
        commit(async (tx, locked) => {
          const outcome = await result(tx);
          span.set({ 'alta.step.status': outcome.status });
          return record(tx, ctx, locked, startedStep.intentId, outcome, now);
        });
      return commitResult(write).catch((error: unknown) =>
        commitResult(async () => resultOf(error, job, step)),
      );
    },
    continueTrace(job.traceparent),
  );
}

function moveOf(move: JobMove): 'moved' | 'stopped' {
  if (typeof move === 'string') return move;
  finishedJobs().inc({ status: move.ended });
  return 'stopped';
}

const readJob = batchLoader(async (_: Database, ids: readonly string[]) => {
  const rows = await jobContexts().execute({ ids });
  return rowsInKeyOrder(ids, rows, ({ job }) => job.id);
});

/** The step at the job's position, if it was started. */
const isCurrentStep = and(
  eq(intents.jobId, jobs.id),
  eq(intents.phase, jobs.phase),
  eq(intents.position, jobs.position),
);

const { search: _search, stateKey: _stateKey, bytes: _bytes, ...entryColumns } = getTableColumns(entries);

const jobContexts = preparedOnce((db) =>
  db
    .select({
      job: jobs,
      workspace: workspaces,
      entry: entryColumns,
      startedStep: { intentId: intents.id, begunAt: intents.createdAt },
    })
    .from(jobs)
    .innerJoin(workspaces, eq(workspaces.id, jobs.workspaceId))
    .innerJoin(entries, eq(entries.id, jobs.entryId))
    .leftJoin(intents, isCurrentStep)
    .where(sql`${jobs.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('jobs_with_theirs'),
);

interface StepRun {
  ctx: Context;
  job: JobRow;
  entry: EntryRow;
  startedStep: StartedStep;
  now: Date;
}

async function runStep({ ctx, job, entry, startedStep, now }: StepRun, step: Step) {
  if (entry.erasedAt) return failedOutcome({ code: 'entry-erased' });
  const provider = providers.get(step.provider);
  if (!provider) return failedOutcome({ code: 'unknown-provider', params: { provider: step.provider } });
  try {
    if (await shouldSkipLinkStep(job))
      return async () => ({ status: 'SKIP', code: 'already-registered' }) as const;
    const config = safeParse(provider.config, unsealSecrets(ctx.workspace, provider, step).config ?? {});
    if (!config.success)
      return failedOutcome({ code: 'config', params: { problem: config.error.issues[0]?.message ?? '' } });
    return await provider.run({ ctx, job, entry, config: config.data, ...startedStep, now });
  } catch (error) {
    return async () => resultOf(error, job, step);
  }
}

/** An AltaError is final; any other error is retried. */
function resultOf(error: unknown, job: JobRow, step: Step): Result {
  if (error instanceof AltaError) {
    const [fault, ...others] = error.faults.map(storedFault);
    return {
      status: 'KO',
      fault: fault ?? storedFault({ code: error.code ?? error.key, message: error.message }),
      others,
    };
  }
  stepFailures().inc({ provider: step.provider });
  log().error({ err: error, job: job.id, step: step.provider }, 'a step failed and will be retried');
  return { status: 'failed' };
}

const failedOutcome = (fault: StoredFault) => async (): Promise<Result> => ({ status: 'KO', fault });

/**
 * Advances the jobs that waited for `ref`. Includes jobs that have moved on since: if the process that moved
 * one has died, this queue entry is the only one left for the job.
 */
export async function wakeJobs(ref: string): Promise<void> {
  const waiting = await readWaiting(database(), ref);
  await Promise.all(waiting.map((jobId) => advanceJob(jobId)));
}

const readWaiting = batchLoader(async (_: Database, refs: readonly string[]) => {
  const rows = await waitingJobs().execute({ refs });
  const byRef = Map.groupBy(rows, ({ ref }) => ref);
  return refs.map((ref) => (byRef.get(ref) ?? []).map(({ jobId }) => jobId));
});

const waitingJobs = preparedOnce((db) =>
  db
    .select({ jobId: intents.jobId, ref: intents.ref })
    .from(intents)
    .innerJoin(jobs, eq(jobs.id, intents.jobId))
    .where(sql`${intents.ref} = any(${sql.placeholder('refs')}::text[]) and ${jobs.completedAt} is null`)
    .prepare('waiting_jobs'),
);

/**
 * A write for a job, valid only while the job is still at the step at which `job` was read. `work` gets the job with its
 * status as locked: another call may have recorded meanwhile that the step waits.
 */
interface JobWrite {
  job: JobRow;
  work: (tx: Transaction, locked: JobRow) => Promise<JobMove>;
}

/** Runs `work` in a transaction that locks the job's row, unless the job has moved on in the meantime. */
const commitIfUnmoved = oneSetAtATime<JobWrite, JobMove>(64, (writes) =>
  database().transaction(async (tx) => {
    const unmoved = await lockUnmoved(tx, writes);
    // Runs at most one write per job: a batch may contain a job twice, or one that has moved on.
    return runAll(writes, async ({ job, work }) => {
      const key = stepPositionKey(job);
      const status = unmoved.get(key);
      unmoved.delete(key);
      return status ? work(tx, { ...job, status }) : 'moved';
    });
  }),
);

/** Locks the rows of the jobs that have not moved, and returns their status by position. */
async function lockUnmoved(
  tx: Transaction,
  writes: readonly JobWrite[],
): Promise<Map<string, JobRow['status']>> {
  const places = writes.map(({ job: { id, phase, position } }) => ({ id, phase, position }));
  const { rows } = await tx.execute<StepPosition & Pick<JobRow, 'status'>>(sql`
    select jobs.id, jobs.phase, jobs.position, jobs.status from ${jobs}
    join jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place (id uuid, phase text, position integer)
      on jobs.id = place.id and jobs.phase = place.phase and jobs.position = place.position
    where jobs.completed_at is null
    order by jobs.id for update of jobs`);
  return new Map(rows.map((row) => [stepPositionKey(row), row.status]));
}

/**
 * Returns whether the current step would send a registration link that does not exist: the step that creates
 * it was skipped because the supplier is registered, and a later step waits for the link's holder.
 */
async function shouldSkipLinkStep(job: JobRow): Promise<boolean> {
  const linkCreator = linkCreatorOf(job);
  if (linkCreator < 0) return false;
  const skipped = await database()
    .select({ id: intents.id })
    .from(intents)
    .innerJoin(intentEvents, eq(intentEvents.intentId, intents.id))
    .where(
      and(
        eq(intents.jobId, job.id),
        eq(intents.phase, 'steps'),
        eq(intents.position, linkCreator),
        eq(intentEvents.status, 'SKIP'),
      ),
    )
    .limit(1);
  return skipped.length > 0;
}

/**
 * Returns the position of the step that creates the link which the current step sends, if a later step waits
 * for its holder; otherwise -1.
 */
function linkCreatorOf({ phase, position, steps }: JobRow): number {
  const kinds = steps.map(({ provider }) => providers.get(provider));
  if (phase !== 'steps' || kinds[position]?.role !== 'tells') return -1;
  const wait = kinds.find((kind, index) => index > position && kind?.role === 'waits');
  if (!wait) return -1;
  return kinds.findLastIndex((kind, index) => index < position && kind?.id === wait.needs);
}
