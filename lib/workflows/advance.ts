import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { type Context, workspaceOf } from '#lib/context.ts';
import { database, preparedOnce, type Transaction } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { intents, jobs, type Step } from '#lib/database/tables/workflows.ts';
import { AltaError } from '#lib/errors.ts';
import type { StoredFault } from '#lib/faults/fault.ts';
import { storedFault } from '#lib/faults/render.ts';
import { log } from '#lib/log.ts';
import { finishedJobs } from '#lib/metrics.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { appendEvent } from './events.ts';
import type { JobRow } from './jobs.ts';
import { providers } from './providers.ts';
import { goTo, type JobMove, type Result, record } from './record.ts';
import { unsealSecrets } from './secrets.ts';

/**
 * Runs the job's steps from its stored position until one waits, fails for now, or none is left.
 * May be called at any time, by several processes at once: a step's result is written only while the job
 * still stands where the step began.
 */
export async function advanceJob(jobId: string, now: () => Date = () => new Date()): Promise<void> {
  while ((await advanceOneStep(jobId, now())) === 'moved');
}

async function advanceOneStep(jobId: string, now: Date): Promise<'moved' | 'stopped'> {
  const [row] = await jobWithWorkspace().execute({ id: jobId });
  if (!row || row.job.completedAt) return 'stopped';
  const { job, workspace } = row;
  const step = job[job.phase][job.position];
  const ctx: Context = { workspace: workspaceOf(workspace), actor: { kind: 'engine', id: job.id } };
  const settle = async (work: (tx: Transaction) => Promise<JobMove>) => {
    const after = await database().transaction(async (tx) =>
      (await standsStill(tx, job)) ? work(tx) : 'moved',
    );
    if (typeof after === 'string') return after;
    finishedJobs().inc({ status: after.ended });
    return 'stopped';
  };
  if (!step) return settle((tx) => goTo(tx, ctx, job, job, now));
  const intent = await beginIntent(job, step, now);
  const write = await runStep(ctx, job, step, intent, now);
  const settleWith = (result: (tx: Transaction) => Promise<Result>) =>
    settle(async (tx) => record(tx, ctx, job, intent.id, await result(tx), now));
  return settleWith(write).catch((error: unknown) => settleWith(async () => resultOf(error, job, step)));
}

const jobWithWorkspace = preparedOnce((db) =>
  db
    .select({ job: jobs, workspace: workspaces })
    .from(jobs)
    .innerJoin(workspaces, eq(workspaces.id, jobs.workspaceId))
    .where(eq(jobs.id, sql.placeholder('id')))
    .prepare('job_with_workspace'),
);

type IntentRow = typeof intents.$inferSelect;

async function runStep(ctx: Context, job: JobRow, step: Step, intent: IntentRow, now: Date) {
  const provider = providers.get(step.provider);
  if (!provider) return ko({ code: 'unknown-provider', params: { provider: step.provider } });
  try {
    const config = provider.config.safeParse(unsealSecrets(ctx.workspace, provider, step).config ?? {});
    if (!config.success)
      return ko({ code: 'config', params: { problem: config.error.issues[0]?.message ?? '' } });
    const entry = await fetchEntry(ctx, job.entryId);
    const { id: intentId, createdAt: begunAt } = intent;
    return await provider.run({ ctx, job, intentId, entry, config: config.data, begunAt, now });
  } catch (error) {
    return async () => resultOf(error, job, step);
  }
}

/** A refusal of a verb is final; anything else may be over the next time. */
function resultOf(error: unknown, job: JobRow, step: Step): Result {
  if (error instanceof AltaError) {
    const [fault, ...others] = error.faults.map(storedFault);
    return {
      status: 'KO',
      fault: fault ?? storedFault({ code: error.code ?? error.key, message: error.message }),
      others,
    };
  }
  log().error({ err: error, job: job.id, step: step.provider }, 'a step failed and will be tried again');
  return { status: 'failed' };
}

const ko = (fault: StoredFault) => async (): Promise<Result> => ({ status: 'KO', fault });

async function beginIntent(job: JobRow, step: Step, now: Date): Promise<IntentRow> {
  const { phase, position } = job;
  const ofPlace = and(eq(intents.jobId, job.id), eq(intents.phase, phase), eq(intents.position, position));
  // A step that has waited has begun.
  const [begun] = job.status === 'RUN' ? [] : await database().select().from(intents).where(ofPlace);
  if (begun) return begun;
  const intent = {
    id: uuidv7(),
    jobId: job.id,
    stepId: step.id,
    name: step.name,
    provider: step.provider,
    phase,
    position,
  };
  return database().transaction(async (tx) => {
    const [created] = await tx
      .insert(intents)
      .values({ ...intent, createdAt: now })
      .onConflictDoNothing()
      .returning();
    if (created) {
      await appendEvent(tx, created.id, { status: 'RUN' }, now);
      return created;
    }
    const [there] = await tx.select().from(intents).where(ofPlace);
    if (!there) throw new Error(`Job ${job.id} has lost an intent.`);
    return there;
  });
}

/** Locks the job's row; false when another process has moved it on meanwhile. */
async function standsStill(tx: Transaction, job: JobRow): Promise<boolean> {
  const [row] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.id, job.id),
        eq(jobs.phase, job.phase),
        eq(jobs.position, job.position),
        isNull(jobs.completedAt),
      ),
    )
    .for('update');
  return row !== undefined;
}

/**
 * Advances the jobs that waited for `ref`. One that has moved on since is among them: who moved it may have died
 * on its way, and this entry of the queue is the job's only one.
 */
export async function wakeJobs(ref: string): Promise<void> {
  const waiting = await database()
    .select({ jobId: intents.jobId })
    .from(intents)
    .innerJoin(jobs, eq(jobs.id, intents.jobId))
    .where(and(eq(intents.ref, ref), isNull(jobs.completedAt)));
  for (const { jobId } of waiting) await advanceJob(jobId);
}
