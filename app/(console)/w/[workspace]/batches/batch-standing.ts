import type { Batch } from '#lib/batches/batches.ts';

/** How a batch stands, and the status whose colour says it. */
export function standingOf({ completedAt, stoppedAt, failed }: Batch) {
  if (completedAt)
    return failed > 0 ? ({ name: 'faulty', tone: 'ERR' } as const) : ({ name: 'done', tone: 'OK' } as const);
  if (stoppedAt) return { name: 'stopped', tone: 'QUEUED' } as const;
  return { name: 'running', tone: 'RUN' } as const;
}
