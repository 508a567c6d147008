import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import type { Context } from '#lib/context.ts';
import { batchLoader } from '#lib/database/batching.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type EventStatus, type JobRow, jobs } from '#lib/database/tables/workflows.ts';
import { enqueue, laneOf, repairMs } from '#lib/queue.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { appendEvent, eventMessage, failuresInARow, lastEvent, stepFailed, storeWait } from './events.ts';
import type { Outcome } from './provider.ts';

/** `failed`: the step threw, and the engine retries it on its own schedule. */
export type Result = Outcome | { status: 'failed' };
type Waiting = Extract<Outcome, { until: Date }>;

/** `moved`: another step can run now. `stopped`: no step can run now. */
export type JobMove = 'moved' | 'stopped' | { ended: EventStatus };

/** Stores a step's result and moves the job on. The caller must hold the lock on the job's row. */
export async function record(
  tx: Transaction,
  ctx: Context,
  job: JobRow,
  intentId: string,
  result: Result,
  now: Date,
): Promise<JobMove> {
  const { phase, position, faults } = job;
  switch (result.status) {
    case 'OK':
    case 'SKIP': {
      await appendEvent(tx, intentId, result, now);
      const next = Math.min(position + 1 + (result.skippedSteps ?? 0), job[phase].length);
      return goTo(tx, ctx, job, { phase, position: next, faults }, now);
    }
    case 'KO': {
      await appendEvent(tx, intentId, { status: 'KO', ...result.fault }, now);
      const rescued = {
        phase: 'rescue' as const,
        position: phase === 'steps' ? 0 : job.rescue.length,
        faults: [...faults, result.fault, ...(result.others ?? [])],
      };
      return goTo(tx, ctx, job, rescued, now);
    }
    case 'QUEUED':
    case 'ERR':
      return wait(tx, ctx, job, intentId, result, now);
    case 'failed':
      return recordFailure(tx, ctx, job, intentId, now);
  }
}

/** Moves the job to a step, or ends it if there is no step at that position. */
export async function goTo(
  tx: Transaction,
  ctx: Context,
  job: JobRow,
  { phase, position, faults }: Pick<JobRow, 'phase' | 'position' | 'faults'>,
  now: Date,
): Promise<JobMove> {
  const progress = { phase, position, faults, reason: faults[0]?.code ?? null, nextAttemptAt: null };
  if (position < job[phase].length) {
    await moveJob(tx, job, { ...progress, status: 'RUN' });
    return 'moved';
  }
  const status = phase === 'rescue' ? 'KO' : 'OK';
  await moveJob(tx, job, { ...progress, status, completedAt: now });
  if (status === 'KO') {
    const [fault] = faults;
    await audit(tx, ctx, 'job.failed', { kind: 'job', id: job.id }, { fault });
    await publishEvent(tx, ctx, 'job.failed', { entryId: job.entryId, job, faults });
  }
  return { ended: status };
}

async function wait(
  tx: Transaction,
  ctx: Context,
  job: JobRow,
  intentId: string,
  waiting: Waiting,
  now: Date,
): Promise<'stopped'> {
  // A step that runs for the first time has not waited yet.
  const last = job.status === 'RUN' ? undefined : await lastEvent(tx, intentId);
  // Writes only on a change; otherwise each early wake would add an event and a queue entry.
  const isChange =
    last?.status !== waiting.status || !isDeepStrictEqual(eventMessage(last), messageIn(waiting));
  await storeWait(tx, intentId, waiting.ref, isChange ? waiting : undefined, now);
  if (isChange) {
    // Long waits have no queue entry: a wake ends them, or the repair pass.
    if (waiting.until.getTime() - now.getTime() < repairMs) {
      // One minute later, since the queue uses the database's clock and the step uses ours.
      const until = new Date(waiting.until.getTime() + 60_000);
      await enqueue(tx, laneOf(ctx.workspace), 'job-advance', { jobId: job.id }, until);
    }
  }
  const reason = waiting.status === 'ERR' ? waiting.code : null;
  await moveJob(tx, job, { status: waiting.status, reason, nextAttemptAt: waiting.until });
  return 'stopped';
}

const messageIn = ({ code, params, message }: Waiting) => ({
  code,
  ...(params ? { params } : {}),
  ...(message === undefined ? {} : { message }),
});

async function recordFailure(
  tx: Transaction,
  ctx: Context,
  job: JobRow,
  intentId: string,
  now: Date,
): Promise<JobMove> {
  const failures = await failuresInARow(tx, intentId);
  const since = failures.at(-1) ?? now;
  const delay = retryDelayMs(failures.length, now.getTime() - since.getTime());
  if (delay === undefined) {
    return record(tx, ctx, job, intentId, { status: 'KO', fault: { code: 'gave-up' } }, now);
  }
  const nextAttemptAt = new Date(now.getTime() + delay);
  await appendEvent(tx, intentId, { status: 'ERR', code: stepFailed }, now);
  await enqueue(tx, laneOf(ctx.workspace), 'job-advance', { jobId: job.id }, nextAttemptAt);
  await moveJob(tx, job, { status: 'ERR', reason: stepFailed, nextAttemptAt });
  return 'stopped';
}

type JobProgress = Pick<
  JobRow,
  'phase' | 'position' | 'faults' | 'reason' | 'status' | 'nextAttemptAt' | 'completedAt'
>;

export const moveJob = (tx: Transaction, job: JobRow, change: Partial<JobProgress>): Promise<void> =>
  writeProgress(tx, { ...job, ...change });

const writeProgress = batchLoader(async (tx: Transaction, moved: readonly JobRow[]) => {
  const rows = moved.map(({ id, phase, position, faults, reason, status, nextAttemptAt, completedAt }) => ({
    ...{ id, phase, position, faults, reason, status },
    next_attempt_at: nextAttemptAt,
    completed_at: completedAt,
  }));
  await tx.execute(sql`
    update ${jobs} as job
    set phase = place.phase, position = place.position, faults = place.faults, reason = place.reason, status = place.status,
      next_attempt_at = place.next_attempt_at, completed_at = place.completed_at, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as place
      (id uuid, phase text, position integer, faults jsonb, reason text, status text,
        next_attempt_at timestamptz, completed_at timestamptz)
    where job.id = place.id`);
  return moved.map(() => undefined);
});

const firstSeconds = 5;
const doublings = 8;
const thenSeconds = 1_800;
const giveUpAfterMs = 12 * 3_600_000;

/**
 * Returns the retry delay of a failed step: 5 s, doubling up to 1,280 s, then 30 minutes; undefined after 12
 * hours.
 */
export function retryDelayMs(failures: number, failingForMs: number): number | undefined {
  if (failingForMs >= giveUpAfterMs) return undefined;
  return 1_000 * (failures <= doublings ? firstSeconds * 2 ** failures : thenSeconds);
}
