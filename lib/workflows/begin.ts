import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '#lib/context.ts';
import { oneSetAtATime } from '#lib/database/batching.ts';
import { database } from '#lib/database/client.ts';
import { intentEvents, intents, type JobRow, jobs, type Step } from '#lib/database/tables/workflows.ts';
import { jobWaits } from '#lib/limits.ts';
import { oncePerProcess } from '#lib/process-values.ts';
import { closingSignal } from '#lib/shutdown.ts';

interface StepStart {
  job: JobRow;
  step: Step;
  now: Date;
}

/** One run of a step. A restart of the process continues the same run. */
export interface StartedStep {
  intentId: string;
  begunAt: Date;
}

/** Records the start of a step before the step does anything. */
export const beginStep = oneSetAtATime<StepStart, StartedStep>(64, async (starts) => {
  const startedByPosition = new Map(await createIntents(starts));
  // Started by another process since the job was read.
  const others = starts.filter(({ job }) => !startedByPosition.has(stepPositionKey(job)));
  for (const [positionKey, started] of await readStarted(others)) startedByPosition.set(positionKey, started);
  return starts.map(({ job }) => {
    const started = startedByPosition.get(stepPositionKey(job));
    if (!started) throw new Error(`An intent of the job ${job.id} is missing.`);
    return started;
  });
});

export type StepPosition = Pick<JobRow, 'id' | 'phase' | 'position'>;

export const stepPositionKey = ({ id, phase, position }: StepPosition) => `${id}/${phase}/${position}`;

type StartedStepByPosition = [place: string, StartedStep];

async function createIntents(starts: readonly StepStart[]): Promise<StartedStepByPosition[]> {
  const rows = starts.map(({ job, step, now }) => ({
    id: uuidv7(),
    job_id: job.id,
    step_id: step.id,
    name: step.name,
    provider: step.provider,
    phase: job.phase,
    position: job.position,
    at: now,
  }));
  const { rows: created } = await database().execute<Row>(sql`
    with created as (
      insert into ${intents} (id, job_id, step_id, name, provider, phase, position, created_at)
      select id, job_id, step_id, name, provider, phase, position, at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as begun
        (id uuid, job_id uuid, step_id text, name text, provider text, phase text, position integer, at timestamptz)
      on conflict do nothing
      returning id, job_id, phase, position, created_at),
    first_events as (
      insert into ${intentEvents} (intent_id, index, status, created_at)
      select id, 0, 'RUN', created_at from created)
    select id, job_id, phase, position, created_at from created`);
  return created.map(byPosition);
}

type Row = {
  id: string;
  job_id: string;
  phase: 'steps' | 'rescue';
  position: number;
  created_at: Date | string;
};

const byPosition = ({ id, job_id, phase, position, created_at }: Row): StartedStepByPosition => [
  stepPositionKey({ id: job_id, phase, position }),
  { intentId: id, begunAt: new Date(created_at) },
];

async function readStarted(starts: StepStart[]): Promise<StartedStepByPosition[]> {
  if (starts.length === 0) return [];
  const positions = starts.map(({ job: { id, phase, position } }) => ({ id, phase, position }));
  const rows = await database()
    .select({ intent: intents })
    .from(intents)
    .innerJoin(
      sql`jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) as place (id uuid, phase text, position integer)`,
      sql`${intents.jobId} = place.id and ${intents.phase} = place.phase and ${intents.position} = place.position`,
    );
  return rows.map(({ intent: { id, jobId, phase, position, createdAt } }) => [
    stepPositionKey({ id: jobId, phase, position }),
    { intentId: id, begunAt: createdAt },
  ]);
}

const firstPauseMs = 50;
const maxPauseMs = 400;

interface Waits {
  /** Number of waiting requests per workspace. */
  byWorkspace: Map<string, number>;
  total: number;
}

const waits = oncePerProcess<Waits>('job-waits', () => ({ byWorkspace: new Map(), total: 0 }));

/**
 * Waits outside any transaction until a job has ended, for `seconds` but at most `jobWaits.seconds`. Returns
 * early when `signal` aborts, when the process shuts down, or when too many requests are waiting: the caller
 * reads the job's status itself.
 */
export async function awaitEnd(
  { workspace }: Pick<Context, 'workspace'>,
  jobId: string,
  { seconds, signal }: { seconds: number; signal: AbortSignal },
): Promise<void> {
  const others = waits.byWorkspace.get(workspace.id) ?? 0;
  if (others >= jobWaits.perWorkspace || waits.total >= jobWaits.perProcess) return;
  waits.byWorkspace.set(workspace.id, others + 1);
  waits.total += 1;
  try {
    const maxWaitMs = Math.min(seconds, jobWaits.seconds) * 1_000;
    await untilEnded(jobId, maxWaitMs, AbortSignal.any([signal, closingSignal()]));
  } finally {
    waits.total -= 1;
    const remaining = (waits.byWorkspace.get(workspace.id) ?? 1) - 1;
    if (remaining > 0) waits.byWorkspace.set(workspace.id, remaining);
    else waits.byWorkspace.delete(workspace.id);
  }
}

async function untilEnded(jobId: string, maxWaitMs: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + maxWaitMs;
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    const left = until - performance.now();
    if (left <= 0 || (await jobHasEnded(jobId))) return;
    await pause(Math.min(pauseMs, left), undefined, { signal }).catch(() => undefined);
  }
}

const jobHasEnded = async (id: string): Promise<boolean> =>
  (await database().$count(jobs, and(eq(jobs.id, id), isNotNull(jobs.completedAt)))) > 0;
