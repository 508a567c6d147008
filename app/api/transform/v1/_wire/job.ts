import { z } from 'zod';
import { FileResponse, fileResponse } from '#app/api/_wire/file.ts';
import { Instant } from '#app/api/_wire/instant.ts';
import type { Context } from '#lib/context.ts';
import { Envelope, envelop } from '#lib/documents/envelope.ts';
import { AltaError } from '#lib/errors.ts';
import { englishFault, englishMessage } from '#lib/faults.ts';
import { Fault } from '#lib/http/problem.ts';
import { hasScope } from '#lib/roles.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { listFiles } from '#lib/silo/files.ts';
import { awaitEnd } from '#lib/workflows/begin.ts';
import { begunSteps, eventMessage, type IntentEventRow, waitingAt } from '#lib/workflows/events.ts';
import { jobStatuses } from '#lib/workflows/job-list.ts';
import { fetchJob, fetchRemarks, type JobRow } from '#lib/workflows/jobs.ts';
import type { JobWait } from './job-input.ts';

export const JobInList = z
  .object({
    id: z.uuid(),
    created_at: Instant,
    updated_at: Instant,
    silo_entry_id: z.uuid(),
    workflow_id: z.uuid(),
    workflow_version: z
      .string()
      .describe(
        'Version of the workflow that the job runs, even if the workflow is changed meanwhile; `0` for a test of its draft.',
      ),
    key: z.string().optional().describe('Your own id of the job, unique in the workspace.'),
    tags: z.array(z.string()).optional(),
    status: z.enum(jobStatuses).describe('`QUEUED`: waits. `ERR`: will be retried. `KO`: has failed.'),
    next_attempt_at: Instant.optional(),
    completed_at: Instant.optional().describe('Absent while it runs.'),
  })
  .meta({ id: 'JobInList' });

const IntentEvent = z.object({
  index: z.int(),
  status: z.enum([...jobStatuses, 'SKIP']),
  at: Instant,
  code: z.string().exactOptional(),
  message: z.string().exactOptional(),
});

const Intent = z
  .object({
    id: z.uuid(),
    created_at: Instant,
    updated_at: Instant,
    step_id: z.string(),
    name: z.string(),
    provider: z.string(),
    phase: z.enum(['steps', 'rescue']).describe('`rescue`: it ran because a step had failed for good.'),
    completed: z.boolean(),
    events: z.array(IntentEvent),
  })
  .meta({ id: 'Intent', description: 'A step that has been started.' });

const Waiting = z
  .object({
    intent_id: z.uuid(),
    name: z.string(),
    provider: z.string(),
    since: Instant,
    code: z.string().optional(),
    message: z.string().optional(),
    ref: z.string().optional().describe('Id of the registration, entry or delivery that it waits for.'),
    next_attempt_at: Instant.optional(),
  })
  .meta({ id: 'Waiting', description: 'Why a running job is waiting.' });

/** A job with an intent for each started step, its events, and the faults. */
export const WholeJob = JobInList.extend({
  waiting: Waiting.optional().describe('While it runs: what it waits for.'),
  args: z.record(z.string(), z.string()).optional(),
  intents: z.array(Intent).describe('One record for each step that has been started.'),
  faults: z.array(Fault).describe('What went wrong.'),
  remarks: z
    .array(Fault)
    .optional()
    .describe('Remarks of the authority or Alta on its invoice, which was not refused, and what to do.'),
  envelope: Envelope.optional().describe(
    'After the job has ended: the document of its entry, if the key may read entries.',
  ),
  attachments: z
    .array(FileResponse)
    .optional()
    .describe('After the job has ended: the files of its entry, if the key may read entries.'),
}).meta({ id: 'Job' });

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
  const remarks = await fetchRemarks(ctx, job);
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
        ...eventText(event),
      })),
    })),
    faults: job.faults.map(englishFault),
    ...(remarks.length > 0 ? { remarks: remarks.map(englishFault) } : {}),
    ...(await resultOf(ctx, job)),
  };
}

/** The job's result. An integrator's key may read jobs but not entries. */
async function resultOf(ctx: Context, { entryId, completedAt }: JobRow) {
  if (!completedAt || !hasScope(ctx, 'silo:read')) return {};
  const entry = await fetchUnlessErased(ctx, entryId);
  if (!entry) return {};
  return {
    envelope: envelop(entry.id, entry.doc, entry.digest, entry.stamps),
    attachments: (await listFiles(ctx, entryId)).map(fileResponse),
  };
}

const fetchUnlessErased = (ctx: Context, entryId: string) =>
  fetchEntry(ctx, entryId).catch((error: unknown) => {
    if (error instanceof AltaError && error.key === 'gone') return undefined;
    throw error;
  });

/** For `wait`: returns the job once it has ended, or as it is after the given seconds. */
export async function awaitedJob(
  ctx: Context,
  { query }: { query: z.output<typeof JobWait> },
  { body, signal }: { body: unknown; signal: AbortSignal },
): Promise<unknown> {
  const { id, completed_at } = body as z.infer<typeof WholeJob>;
  if (!query.wait || completed_at) return body;
  await awaitEnd(ctx, id, { seconds: query.wait, signal });
  return wholeJob(ctx, await fetchJob(ctx, id));
}

/** The step in which a running job waits, and the next attempt unless something wakes the job earlier. */
const waitingResponse = (
  job: JobRow,
  { intent, event }: NonNullable<ReturnType<typeof waitingAt>>,
): z.infer<typeof Waiting> => ({
  intent_id: intent.id,
  name: intent.name,
  provider: intent.provider,
  since: event.at.toISOString(),
  ...eventText(event),
  ...(intent.ref ? { ref: intent.ref } : {}),
  ...(job.nextAttemptAt ? { next_attempt_at: job.nextAttemptAt.toISOString() } : {}),
});

function eventText(event: IntentEventRow): { code?: string; message?: string } {
  const stored = eventMessage(event);
  if (!stored) return {};
  const { code, message } = englishMessage(stored);
  return { ...(code ? { code } : {}), ...(message ? { message } : {}) };
}
