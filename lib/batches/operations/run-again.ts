import { z } from 'zod';
import { runAgain as runJobAgain } from '#lib/workflows/jobs.ts';
import { defineOperation } from '../operation.ts';

/** Each makes a new job. */
export const runAgain = defineOperation({
  needs: 'jobs:write',
  scope: 'transform:write',
  row: z.strictObject({ job_id: z.uuid('must be the UUID of a job').toLowerCase() }),
  run: async (ctx, { job_id: jobId }) => (await runJobAgain(ctx, jobId)).id,
});
