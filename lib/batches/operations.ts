import { z } from 'zod';
import type { BatchOperation } from '#lib/database/tables/batches.ts';
import { extendLink, LinkTerm } from '#lib/registrations/entry-link.ts';
import { remindSupplier } from '#lib/registrations/reminders/remind.ts';
import { archiveEntry } from '#lib/silo/archive.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { buildForIssuer } from '#lib/silo/issuer-status.ts';
import { redeliver as redeliverOne } from '#lib/webhooks/redelivery.ts';
import { createJob, runAgain as runJobAgain } from '#lib/workflows/jobs.ts';
import { defineOperation, type Operation } from './operation.ts';
import { OfEntry } from './operations/of-entry.ts';

const archive = defineOperation({
  needs: 'entries:write',
  scope: 'silo:write',
  row: OfEntry,
  run: async (ctx, { silo_entry_id: entryId }) => (await archiveEntry(ctx, entryId)).id,
});

/**
 * The entry has the row's key, and so has the job that is run on it: a row that comes again, in another batch too,
 * makes nothing twice.
 */
const createEntries = defineOperation({
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

/** The link of a supplier is good for another term. */
const extendLinks = defineOperation({
  needs: 'links:extend',
  scope: 'apps/gov-ar:write',
  row: LinkTerm.extend(OfEntry.shape),
  run: async (ctx, { silo_entry_id: entryId, ...term }) => {
    await extendLink(ctx, entryId, term);
    return entryId;
  },
});

const redeliver = defineOperation({
  needs: 'webhooks:write',
  scope: 'transform:write',
  row: z.strictObject({ delivery_id: z.uuid('must be the UUID of a delivery').toLowerCase() }),
  run: async (ctx, { delivery_id: deliveryId }) => (await redeliverOne(ctx, deliveryId)).id,
});

/** The supplier of each entry is reminded of their open registration. */
const remind = defineOperation({
  needs: 'reminders:send',
  scope: 'apps/gov-ar:write',
  row: OfEntry,
  run: async (ctx, { silo_entry_id: entryId }) => {
    await remindSupplier(ctx, entryId);
    return entryId;
  },
});

/** Each makes a new job. */
const runAgain = defineOperation({
  needs: 'jobs:write',
  scope: 'transform:write',
  row: z.strictObject({ job_id: z.uuid('must be the UUID of a job').toLowerCase() }),
  run: async (ctx, { job_id: jobId }) => (await runJobAgain(ctx, jobId)).id,
});

export const operations: Record<BatchOperation, Operation> = {
  archive,
  'create-entry': createEntries,
  'extend-link': extendLinks,
  redeliver,
  remind,
  'run-again': runAgain,
};
