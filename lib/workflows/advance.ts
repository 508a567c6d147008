import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { workspaceOf } from '#lib/accounts/workspaces.ts';
import type { Context } from '#lib/context.ts';
import { database, preparedOnce, type Transaction } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { type EventStatus, intents, jobs, type Step } from '#lib/database/tables/workflows.ts';
import { AltaError, type Fault } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { finishedJobs } from '#lib/metrics.ts';
import { enqueue } from '#lib/queue.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { appendEvent, failuresInARow, lastEvent, stepFailed } from './events.ts';
import type { JobRow } from './jobs.ts';
import type { Outcome } from './provider.ts';
import { providers } from './providers.ts';
import { retryDelayMs } from './retry.ts';
import { openSecrets } from './secrets.ts';

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
  if (!step) return finish(ctx, job, now);
  const intent = await beginIntent(job, step, now);
  const write = await runStep(ctx, job, step, intent, now);
  const settle = (result: (tx: Transaction) => Promise<Result>) =>
    database().transaction(async (tx) => {
      if (!(await standsStill(tx as Transaction, job))) return 'moved';
      return record(tx as Transaction, job, intent.id, await result(tx as Transaction), now);
    });
  return settle(write).catch((error: unknown) => settle(async () => resultOf(error, job, step)));
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
/** `failed`: the step threw; the engine tries it again by its own schedule. */
type Result = Outcome | { status: 'failed'; message: string };
type Waiting = Extract<Outcome, { until: Date }>;

async function runStep(ctx: Context, job: JobRow, step: Step, intent: IntentRow, now: Date) {
  const provider = providers.get(step.provider);
  if (!provider) return ko('unknown-provider', `No step provider is called ${step.provider}`);
  try {
    const config = provider.config.safeParse(openSecrets(ctx.workspace, provider, step).config ?? {});
    if (!config.success)
      return ko('config', `The step's configuration is not valid: ${config.error.issues[0]?.message}`);
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
    const [fault, ...others] = error.faults;
    return {
      status: 'KO',
      fault: fault ?? { code: error.code ?? error.key, message: error.message },
      others,
    };
  }
  log().error({ err: error, job: job.id, step: step.provider }, 'a step failed and will be tried again');
  return { status: 'failed', message: 'The step failed for now and will be tried again' };
}

const ko = (code: string, message: string) => async (): Promise<Result> => ({
  status: 'KO',
  fault: { code, message },
});

async function beginIntent(job: JobRow, step: Step, now: Date) {
  const { phase, position } = job;
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
      await appendEvent(tx as Transaction, created.id, { status: 'RUN' }, now);
      return created;
    }
    const [there] = await tx
      .select()
      .from(intents)
      .where(and(eq(intents.jobId, job.id), eq(intents.phase, phase), eq(intents.position, position)));
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

async function record(
  tx: Transaction,
  job: JobRow,
  intentId: string,
  result: Result,
  now: Date,
): Promise<'moved' | 'stopped'> {
  switch (result.status) {
    case 'OK':
    case 'SKIP': {
      await appendEvent(tx, intentId, result, now);
      await tx.update(intents).set({ completed: true }).where(eq(intents.id, intentId));
      await moveJob(tx, job, { status: 'RUN', position: job.position + 1, nextAttemptAt: null });
      return 'moved';
    }
    case 'KO': {
      const { code, message } = result.fault;
      await appendEvent(tx, intentId, { status: 'KO', code, message }, now);
      await tx.update(intents).set({ completed: true }).where(eq(intents.id, intentId));
      const faults: Fault[] = [...job.faults, result.fault, ...(result.others ?? [])];
      const isRescued = job.phase === 'steps';
      const position = isRescued ? 0 : job.rescue.length;
      await moveJob(tx, job, { status: 'RUN', faults, phase: 'rescue', position, nextAttemptAt: null });
      return 'moved';
    }
    case 'QUEUED':
    case 'ERR':
      return wait(tx, job, intentId, result, now);
    case 'failed':
      return recordFailure(tx, job, intentId, result.message, now);
  }
}

async function wait(
  tx: Transaction,
  job: JobRow,
  intentId: string,
  waiting: Waiting,
  now: Date,
): Promise<'stopped'> {
  const { ref } = waiting;
  const isOther = or(isNull(intents.ref), ne(intents.ref, ref));
  await tx
    .update(intents)
    .set({ ref })
    .where(and(eq(intents.id, intentId), isOther));
  const last = await lastEvent(tx, intentId);
  // Only news: each wake that comes too early would add another event and queue entry.
  if (last?.status !== waiting.status || last.message !== waiting.message) {
    await appendEvent(tx, intentId, waiting, now);
    // A little later: the queue goes by the database's clock, the step by ours.
    await enqueue(tx, 'job-advance', { jobId: job.id }, new Date(waiting.until.getTime() + 60_000));
  }
  await moveJob(tx, job, { status: waiting.status, nextAttemptAt: waiting.until });
  return 'stopped';
}

async function recordFailure(
  tx: Transaction,
  job: JobRow,
  intentId: string,
  message: string,
  now: Date,
): Promise<'moved' | 'stopped'> {
  const failures = await failuresInARow(tx, intentId);
  const since = failures.at(-1) ?? now;
  const delay = retryDelayMs(failures.length, now.getTime() - since.getTime());
  if (delay === undefined) {
    return record(
      tx,
      job,
      intentId,
      { status: 'KO', fault: { code: 'gave-up', message: 'The step kept failing' } },
      now,
    );
  }
  const nextAttemptAt = new Date(now.getTime() + delay);
  await appendEvent(tx, intentId, { status: 'ERR', code: stepFailed, message }, now);
  await enqueue(tx, 'job-advance', { jobId: job.id }, nextAttemptAt);
  await moveJob(tx, job, { status: 'ERR', nextAttemptAt });
  return 'stopped';
}

async function moveJob(
  tx: Transaction,
  job: JobRow,
  change: Partial<typeof jobs.$inferInsert>,
): Promise<void> {
  await tx.update(jobs).set(change).where(eq(jobs.id, job.id));
}

async function finish(ctx: Context, job: JobRow, now: Date): Promise<'stopped'> {
  const status: EventStatus = job.phase === 'rescue' ? 'KO' : 'OK';
  const finished = await database().transaction(async (tx) => {
    const [row] = await tx
      .update(jobs)
      .set({ status, completedAt: now, nextAttemptAt: null })
      .where(and(eq(jobs.id, job.id), isNull(jobs.completedAt)))
      .returning({ id: jobs.id });
    if (row && status === 'KO') {
      const { entryId, faults } = job;
      await publishEvent(tx as Transaction, ctx, 'job.failed', { entryId, job, faults });
    }
    return row;
  });
  if (finished) finishedJobs().inc({ status });
  return 'stopped';
}
