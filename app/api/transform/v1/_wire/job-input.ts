import { z } from 'zod';
import { withFieldsNamed } from '#app/api/_wire/fields.ts';
import { TimedPageQuery, timedPageQuery } from '#app/api/_wire/page.ts';
import { coded, singleLine } from '#lib/documents/validation.ts';
import { jobWaits, sizeLimits } from '#lib/limits.ts';
import { jobStatuses } from '#lib/workflows/job-list.ts';

const idOf = (noun: string) => z.uuid({ error: `must be the UUID of ${noun}` }).toLowerCase();

const JobMembers = z.strictObject({
  workflow_id: idOf('a workflow')
    .optional()
    .describe(
      'Workflow to run. `GET /workflows` lists them. By default the default workflow for this kind of document.',
    ),
  silo_entry_id: idOf('an entry')
    .optional()
    .describe('Entry to run it on, of the kind that the workflow is for. Send this or `data`.'),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'A document, bare or in an envelope: an entry is created for it. Needs the scope `silo:write`.',
    ),
  key: z
    .string()
    .min(1)
    .max(sizeLimits.keyCharacters)
    .refine(...singleLine)
    .optional()
    .describe('Your own id of the job, unique in the workspace. The job can be fetched by it.'),
  args: z
    .record(z.string().max(100), z.string().max(10_000))
    .optional()
    .describe('Your own values, which the webhooks of the job carry.'),
  tags: z
    .array(z.string().min(1).max(100))
    .max(20)
    .optional()
    .describe('Labels for finding jobs, such as those of one batch.'),
});

/** A job takes either an entry or `data`. */
function refuseNoneOrBoth({ silo_entry_id, data }: z.output<typeof JobMembers>, context: z.RefinementCtx) {
  if (Boolean(silo_entry_id) !== Boolean(data)) return;
  const message = data
    ? 'cannot be combined with `data`: send only one of them'
    : 'is required unless `data` is sent';
  context.addIssue({
    code: 'custom',
    path: ['silo_entry_id'],
    message,
    params: coded(data ? 'invalid' : 'required'),
  });
}

export const JobInput = JobMembers.superRefine(refuseNoneOrBoth);

export const JobChange = JobMembers.extend({
  status: z.literal('CANCEL').optional().describe('Cancels a running job.'),
}).superRefine(refuseNoneOrBoth);

export const JobWait = z.strictObject({
  wait: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_600)
    .optional()
    .describe(
      `How many seconds to wait for the end of the job before answering, at most ${jobWaits.seconds}.`,
    ),
});

export const jobInput = ({ workflow_id, silo_entry_id, ...rest }: z.infer<typeof JobInput>) => ({
  workflowId: workflow_id,
  entryId: silo_entry_id,
  ...rest,
});

export const renameErrorFields = withFieldsNamed({
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
  tag: Tag.optional().describe('Only jobs with this tag.'),
});

export const jobQuery = ({ workflow_id, silo_entry_id, ...query }: z.infer<typeof JobQuery>) => ({
  ...timedPageQuery(query),
  workflowId: workflow_id,
  entryId: silo_entry_id,
});

export const JobSummaryQuery = z.strictObject({ tag: Tag });
