import { setTimeout as pause } from 'node:timers/promises';
import { and, isNotNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { oneSetAtATime } from '#lib/database/sets.ts';
import { intentEvents, intents, type JobRow, jobs, type Step } from '#lib/database/tables/workflows.ts';
import { jobWaits } from '#lib/limits.ts';
import { closingSignal } from '#lib/process.ts';
import { shared } from '#lib/shared.ts';

interface Beginning {
  job: JobRow;
  step: Step;
  now: Date;
}

/** One run of a step: the same after a restart. */
export interface Begun {
  intentId: string;
  begunAt: Date;
}

/** Records the start of a step before the step does anything. */
export const beginStep = oneSetAtATime<Beginning, Begun>(64, async (beginnings) => {
  const begun = new Map<string, Begun>();
  const without = (some: readonly Beginning[]) => some.filter(({ job }) => !begun.has(placeOf(job)));
  // A waiting step has begun already.
  const hasWaited = beginnings.filter(({ job }) => job.status !== 'RUN');
  for (const [place, there] of await readBegun(hasWaited)) begun.set(place, there);
  for (const [place, created] of await create(without(beginnings))) begun.set(place, created);
  // Begun by another process, or before a crash.
  for (const [place, there] of await readBegun(without(beginnings))) begun.set(place, there);
  return beginnings.map(({ job }) => {
    const there = begun.get(placeOf(job));
    if (!there) throw new Error(`Job ${job.id} has lost an intent.`);
    return there;
  });
});

export type Place = Pick<JobRow, 'id' | 'phase' | 'position'>;

export const placeOf = ({ id, phase, position }: Place) => `${id}/${phase}/${position}`;

type BegunAtPlace = [place: string, Begun];

async function create(beginnings: Beginning[]): Promise<BegunAtPlace[]> {
  if (beginnings.length === 0) return [];
  const rows = beginnings.map(({ job, step, now }) => ({
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
    told as (
      insert into ${intentEvents} (intent_id, index, status, created_at)
      select id, 0, 'RUN', created_at from created)
    select id, job_id, phase, position, created_at from created`);
  return created.map(atPlace);
}

type Row = {
  id: string;
  job_id: string;
  phase: 'steps' | 'rescue';
  position: number;
  created_at: Date | string;
};

const atPlace = ({ id, job_id, phase, position, created_at }: Row): BegunAtPlace => [
  placeOf({ id: job_id, phase, position }),
  { intentId: id, begunAt: new Date(created_at) },
];

async function readBegun(beginnings: Beginning[]): Promise<BegunAtPlace[]> {
  if (beginnings.length === 0) return [];
  const places = beginnings.map(({ job: { id, phase, position } }) => ({ id, phase, position }));
  const rows = await database()
    .select({ intent: intents })
    .from(intents)
    .innerJoin(
      sql`jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place (id uuid, phase text, position integer)`,
      sql`${intents.jobId} = place.id and ${intents.phase} = place.phase and ${intents.position} = place.position`,
    );
  return rows.map(({ intent: { id, jobId, phase, position, createdAt } }) => [
    placeOf({ id: jobId, phase, position }),
    { intentId: id, begunAt: createdAt },
  ]);
}

const firstPauseMs = 50;
const longestPauseMs = 400;

interface Waits {
  /** Number of waiting requests per workspace. */
  of: Map<string, number>;
  all: number;
}

const waits = shared<Waits>('job-waits', () => ({ of: new Map(), all: 0 }));

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
  const others = waits.of.get(workspace.id) ?? 0;
  if (others >= jobWaits.ofWorkspace || waits.all >= jobWaits.ofProcess) return;
  waits.of.set(workspace.id, others + 1);
  waits.all += 1;
  try {
    const mostMs = Math.min(seconds, jobWaits.seconds) * 1_000;
    await untilEnded(jobId, mostMs, AbortSignal.any([signal, closingSignal()]));
  } finally {
    waits.all -= 1;
    const left = (waits.of.get(workspace.id) ?? 1) - 1;
    if (left > 0) waits.of.set(workspace.id, left);
    else waits.of.delete(workspace.id);
  }
}

async function untilEnded(jobId: string, mostMs: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + mostMs;
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const left = until - performance.now();
    if (left <= 0 || (await hasEnded(jobId))) return;
    await pause(Math.min(pauseMs, left), undefined, { signal }).catch(() => undefined);
  }
}

/** One query for all waiting requests of this process. */
const hasEnded = oneSetAtATime<string, boolean>(jobWaits.ofProcess, async (ids) => {
  const isOne = sql`${jobs.id} = any(${sql.param(ids)}::uuid[])`;
  const rows = await database()
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isOne, isNotNull(jobs.completedAt)));
  const ended = new Set(rows.map(({ id }) => id));
  return ids.map((id) => ended.has(id));
});
