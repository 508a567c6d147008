import { z } from 'zod';
import { createEntry } from '#lib/silo/entries.ts';
import { buildForIssuer } from '#lib/silo/issuer-status.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { defineOperation } from '../operation.ts';

/**
 * The entry has the row's key, and so has the job that is run on it: a row that comes again, in another batch too,
 * makes nothing twice.
 */
export const createEntries = defineOperation({
  needs: 'entries:write',
  scope: 'silo:write',
  row: z.strictObject({
    folder: z.string().max(50).optional(),
    data: z.record(z.string(), z.unknown()),
    workflow_id: z.uuid('must be the UUID of a workflow').toLowerCase().optional(),
  }),
  check: async (ctx, { folder, data }) => {
    await buildForIssuer(ctx, data, folder);
  },
  run: async (ctx, { workflow_id: workflowId, ...entry }, key) => {
    const { id: entryId } = await createEntry(ctx, { ...entry, key });
    if (workflowId) await createJob(ctx, { workflowId, entryId, key });
    return entryId;
  },
});
