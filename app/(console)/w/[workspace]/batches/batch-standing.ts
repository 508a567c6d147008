import type { Batch } from '#lib/batches/batches.ts';

/** Status of a batch, with the job status whose colour it takes. */
export function standingOf({ completedAt, stoppedAt, failed }: Batch) {
  if (completedAt)
    return failed > 0 ? ({ name: 'faulty', tone: 'ERR' } as const) : ({ name: 'done', tone: 'OK' } as const);
  if (stoppedAt) return { name: 'stopped', tone: 'QUEUED' } as const;
  return { name: 'running', tone: 'RUN' } as const;
}
