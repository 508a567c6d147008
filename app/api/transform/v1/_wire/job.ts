import { z } from 'zod';
import { withFieldsNamed } from '#app/api/_wire/fields.ts';
import { Instant } from '#app/api/_wire/instant.ts';
import { TimedPageQuery, timedPageQuery } from '#app/api/_wire/page.ts';
import type { Context } from '#lib/context.ts';
import { englishFault, englishMessage } from '#lib/faults/render.ts';
import { Fault } from '#lib/http/problem.ts';
import { sizeLimits } from '#lib/limits.ts';
import { begunSteps, eventMessage, type IntentEventRow, waitingAt } from '#lib/workflows/events.ts';
import { jobStatuses } from '#lib/workflows/job-list.ts';
import type { JobRow } from '#lib/workflows/jobs.ts';

const idOf = (what: string) => z.uuid({ error: `must be the UUID of ${what}` }).toLowerCase();

export const JobInput = z.strictObject({
  workflow_id: idOf('a workflow').describe('What is run. `GET /workflows` lists what there is.'),
  silo_entry_id: idOf('an entry').describe(
    'What it is run on: an entry of the kind that the workflow is for.',
  ),
  key: z
    .string()
    .min(1)
    .max(sizeLimits.keyCharacters)
    .optional()
    .describe('Your own, unique in the workspace: the job is found by it.'),
  args: z
    .record(z.string().max(100), z.string().max(10_000))
    .optional()
    .describe('Yours: webhooks of the job carry them.'),
  tags: z
    .array(z.string().min(1).max(100))
    .max(20)
    .optional()
    .describe('Words to find the jobs of a batch by.'),
});

export const JobChange = JobInput.extend({
  status: z.literal('CANCEL').optional().describe('Ends a running job where it stands.'),
});

export const jobInput = ({ workflow_id, silo_entry_id, ...rest }: z.infer<typeof JobInput>) => ({
  workflowId: workflow_id,
  entryId: silo_entry_id,
  ...rest,
});

/** The fields that a verb may find fault with. */
export const namedAsSent = withFieldsNamed({
  workflowId: 'workflow_id',
  entryId: 'silo_entry_id',
  jobId: 'job_id',
});

export const jobChange = ({ status, ...input }: z.infer<typeof JobChange>) => ({
  ...jobInput(input),
  cancel: status === 'CANCEL',
});

const Tag = z.string().min(1, 'is empty').max(100);

export const JobQuery = TimedPageQuery.extend({
  id: idOf('a job').optional(),
  status: z.enum(jobStatuses, { error: `must be one of ${jobStatuses.join(', ')}` }).optional(),
  workflow_id: idOf('a workflow').optional(),
  silo_entry_id: idOf('an entry').optional(),
  tag: Tag.optional().describe('Only those that carry it.'),
});

export const jobQuery = ({ workflow_id, silo_entry_id, ...query }: z.infer<typeof JobQuery>) => ({
  ...timedPageQuery(query),
  workflowId: workflow_id,
  entryId: silo_entry_id,
});

export const JobSummaryQuery = z.strictObject({ tag: Tag });

/** A job in a list: where it stands, without its steps. */
export const JobInList = z
  .object({
    id: z.uuid(),
    created_at: Instant,
    updated_at: Instant,
    silo_entry_id: z.uuid(),
    workflow_id: z.uuid(),
    workflow_version: z
      .string()
      .describe('The version that it runs to its end, whatever becomes of the workflow.'),
    key: z.string().optional().describe("The client's own, unique in the workspace."),
    tags: z.array(z.string()).optional(),
    status: z.enum(jobStatuses).describe('`QUEUED` waits, `ERR` is tried again, `KO` has failed.'),
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
    phase: z.enum(['steps', 'rescue']).describe('`rescue`: it ran since a step had failed for good.'),
    completed: z.boolean(),
    events: z.array(IntentEvent),
  })
  .meta({ id: 'Intent', description: 'A step that was begun.' });

const Waiting = z
  .object({
    intent_id: z.uuid(),
    name: z.string(),
    provider: z.string(),
    since: Instant,
    code: z.string().optional(),
    message: z.string().optional(),
    ref: z.string().optional().describe('What it waits for.'),
    next_attempt_at: Instant.optional(),
  })
  .meta({ id: 'Waiting', description: 'Why a running job stands where it stands.' });

/** A job with an intent for each step that was begun, the events of each, and the faults. */
export const WholeJob = JobInList.extend({
  waiting: Waiting.optional().describe('While it runs: what it waits for.'),
  args: z.record(z.string(), z.string()).optional(),
  intents: z.array(Intent).describe('A record of each step that was begun.'),
  faults: z.array(Fault).describe('What went wrong.'),
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
    faults: job.faults.map(englishFault),
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
  const stored = eventMessage(event);
  if (!stored) return {};
  const { code, message } = englishMessage(stored);
  return { ...(code ? { code } : {}), ...(message ? { message } : {}) };
}
