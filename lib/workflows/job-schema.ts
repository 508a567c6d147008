import { z } from 'zod';
import { Fault } from '#lib/errors.ts';
import { Instant } from '#lib/instant.ts';
import { jobStatuses } from './job-list.ts';

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

export const Waiting = z
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
