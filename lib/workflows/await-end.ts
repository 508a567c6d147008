import { setTimeout as pause } from 'node:timers/promises';
import { and, isNotNull, sql } from 'drizzle-orm';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { oneSetAtATime } from '#lib/database/sets.ts';
import { jobs } from '#lib/database/tables/workflows.ts';
import { jobWaits } from '#lib/limits.ts';
import { shared } from '#lib/shared.ts';
import { closingSignal } from '#lib/shutdown.ts';

const firstPauseMs = 50;
const longestPauseMs = 400;

interface Waits {
  /** How many wait, by their workspace. */
  of: Map<string, number>;
  all: number;
}

const waits = shared<Waits>('job-waits', () => ({ of: new Map(), all: 0 }));

/**
 * Waits until a job of the workspace has ended, `seconds` at the most and never longer than `jobWaits` has it; without
 * a transaction. Ends sooner when `signal` does, or the process. Where too many wait already nobody does: the caller
 * looks again.
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

/** All who wait in this process are one question. */
const hasEnded = oneSetAtATime<string, boolean>(jobWaits.ofProcess, async (ids) => {
  const isOne = sql`${jobs.id} = any(${sql.param(ids)}::uuid[])`;
  const rows = await database()
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isOne, isNotNull(jobs.completedAt)));
  const ended = new Set(rows.map(({ id }) => id));
  return ids.map((id) => ended.has(id));
});
