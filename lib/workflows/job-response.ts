import type { z } from 'zod';
import type { Context } from '#lib/context.ts';
import { faultResponse, messageResponse } from '#lib/faults/words.ts';
import { begunSteps, eventMessage, type IntentEventRow, waitingAt } from './events.ts';
import type { JobInList, Waiting, WholeJob } from './job-schema.ts';
import type { JobRow } from './jobs.ts';

export const jobInList = (job: Omit<JobRow, 'steps' | 'rescue' | 'args'>): z.infer<typeof JobInList> => ({
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
  const steps = await begunSteps(ctx, job);
  const waiting = waitingAt(job, steps);
  return {
    ...jobInList(job),
    ...(waiting ? { waiting: waitingResponse(job, waiting) } : {}),
    ...(Object.keys(job.args).length ? { args: job.args } : {}),
    intents: steps.map(({ intent, events }) => ({
      id: intent.id,
      created_at: intent.createdAt.toISOString(),
      updated_at: intent.updatedAt.toISOString(),
      step_id: intent.stepId,
      name: intent.name,
      provider: intent.provider,
      phase: intent.phase,
      completed: intent.completed,
      events: events.map((event) => ({
        index: event.index,
        status: event.status,
        at: event.at.toISOString(),
        ...said(event),
      })),
    })),
    faults: job.faults.map(faultResponse),
  };
}

/** Why a running job stands where it stands, and when it is tried again unless something wakes it before. */
const waitingResponse = (
  job: JobRow,
  { intent, event }: NonNullable<ReturnType<typeof waitingAt>>,
): z.infer<typeof Waiting> => ({
  intent_id: intent.id,
  name: intent.name,
  provider: intent.provider,
  since: event.at.toISOString(),
  ...said(event),
  ...(intent.ref ? { ref: intent.ref } : {}),
  ...(job.nextAttemptAt ? { next_attempt_at: job.nextAttemptAt.toISOString() } : {}),
});

function said(event: IntentEventRow): { code?: string; message?: string } {
  const saying = eventMessage(event);
  if (!saying) return {};
  const { code, message } = messageResponse(saying);
  return { ...(code ? { code } : {}), ...(message ? { message } : {}) };
}
