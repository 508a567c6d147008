import { z } from 'zod';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import type { BatchOperation } from '#lib/database/tables/batches.ts';
import { extendLink, LinkTerm } from '#lib/registrations/link.ts';
import { remindSupplier } from '#lib/registrations/reminders.ts';
import type { Permission } from '#lib/roles.ts';
import type { Scope } from '#lib/scopes.ts';
import { archiveEntry, createEntry } from '#lib/silo/entries.ts';
import { buildForIssuer } from '#lib/silo/issuer-status.ts';
import { redeliver as redeliverOne } from '#lib/webhooks/redelivery.ts';
import { createJob, runAgain as runJobAgain } from '#lib/workflows/jobs.ts';

/** Who works a row: in the transaction that notes what came of it. */
type RowContext = Context & { tx: Transaction };

/**
 * One kind of work on a row. `run` calls a verb and gives the id of what it made or changed; what the verb throws as
 * an AltaError is the row's fault. It runs once for each row, whatever dies meanwhile, so it asks nobody outside.
 */
interface Operation<Row extends z.ZodType = z.ZodType> {
  /** What who starts a batch of it has to be permitted. */
  needs: Permission;
  /** The same of a key: what it would need to do it row by row. */
  scope: Scope;
  /** What a row holds, as JSON: the API's names. */
  row: Row;
  /** What else can be said of a row before it runs. @throws AltaError `validation` with paths into the row */
  check?(ctx: Context, row: z.output<Row>): Promise<void>;
  run(ctx: RowContext, row: z.output<Row>, key: string): Promise<string>;
}

const defineOperation = <Row extends z.ZodType>(operation: Operation<Row>): Operation<Row> => operation;

/** A row that is of an entry, and of nothing else. */
const OfEntry = z.strictObject({
  silo_entry_id: z.uuid('must be the UUID of an entry').toLowerCase(),
});

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
