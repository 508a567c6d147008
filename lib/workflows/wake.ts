import { and, eq, isNull } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { intents, jobs } from '#lib/database/tables/workflows.ts';
import { advanceJob } from './advance.ts';

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
