import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Context, reader } from '#lib/context.ts';
import { intentEvents, intents } from '#lib/database/tables/workflows.ts';
import type { JobInList, WholeJob } from './job-schema.ts';
import type { JobRow } from './jobs.ts';

export const jobInList = (job: Omit<JobRow, 'steps' | 'rescue'>): z.infer<typeof JobInList> => ({
  id: job.id,
  created_at: job.createdAt.toISOString(),
  updated_at: job.updatedAt.toISOString(),
  silo_entry_id: job.entryId,
  workflow_id: job.workflowId,
  workflow_version: String(job.workflowVersion),
  ...(job.key ? { key: job.key } : {}),
  ...(job.tags.length ? { tags: job.tags } : {}),
  status: job.status,
  ...(job.nextAttemptAt ? { next_attempt_at: job.nextAttemptAt.toISOString() } : {}),
  ...(job.completedAt ? { completed_at: job.completedAt.toISOString() } : {}),
});

export async function wholeJob(ctx: Context, job: JobRow): Promise<z.infer<typeof WholeJob>> {
  const rows = await reader(ctx)
    .select({ intent: intents, event: intentEvents })
    .from(intents)
    .leftJoin(intentEvents, eq(intentEvents.intentId, intents.id))
    .where(eq(intents.jobId, job.id))
    .orderBy(asc(intents.createdAt), asc(intents.id), asc(intentEvents.index));
  const byIntent = Map.groupBy(rows, ({ intent }) => intent.id);
  const last = rows.at(-1);
  return {
    ...jobInList(job),
    ...(isWaiting(job) && last?.event ? { waiting: waitingOf(job, last.intent, last.event) } : {}),
    ...(Object.keys(job.args).length ? { args: job.args } : {}),
    intents: [...byIntent.values()].flatMap((group) => {
      const intent = group[0]?.intent;
      if (!intent) return [];
      return {
        id: intent.id,
        created_at: intent.createdAt.toISOString(),
        updated_at: intent.updatedAt.toISOString(),
        step_id: intent.stepId,
        name: intent.name,
        provider: intent.provider,
        phase: intent.phase,
        completed: intent.completed,
        events: group.flatMap(({ event }) =>
          event
            ? {
                index: event.index,
                status: event.status,
                at: event.at.toISOString(),
                ...(event.code ? { code: event.code } : {}),
                ...(event.message ? { message: event.message } : {}),
              }
            : [],
        ),
      };
    }),
    faults: job.faults,
  };
}

const isWaiting = ({ status }: JobRow) => status === 'QUEUED' || status === 'ERR';

/** Why a running job stands where it stands, and when it is tried again unless something wakes it before. */
const waitingOf = (
  job: JobRow,
  intent: typeof intents.$inferSelect,
  event: typeof intentEvents.$inferSelect,
) => ({
  intent_id: intent.id,
  name: intent.name,
  provider: intent.provider,
  since: event.at.toISOString(),
  ...(event.code ? { code: event.code } : {}),
  ...(event.message ? { message: event.message } : {}),
  ...(intent.ref ? { ref: intent.ref } : {}),
  ...(job.nextAttemptAt ? { next_attempt_at: job.nextAttemptAt.toISOString() } : {}),
});
