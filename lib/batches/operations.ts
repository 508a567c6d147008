import { z } from 'zod';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import type { BatchOperation } from '#lib/database/tables/batches.ts';
import { AltaError } from '#lib/errors.ts';
import { extendLink, LinkTerm } from '#lib/registrations/link.ts';
import { LinkMailTo, mailEntryLink } from '#lib/registrations/registration-mails.ts';
import { remindSupplier } from '#lib/registrations/reminders.ts';
import type { Permission } from '#lib/roles.ts';
import type { Scope } from '#lib/scopes.ts';
import { archiveEntry, createEntry } from '#lib/silo/entries.ts';
import { buildForIssuer } from '#lib/silo/issuer-status.ts';
import { redeliver as redeliverOne } from '#lib/webhooks/redelivery.ts';
import { isWorkflow } from '#lib/workflows/definitions.ts';
import { createJob, runAgain as runJobAgain } from '#lib/workflows/jobs.ts';
import { retryJobIfFailing } from '#lib/workflows/retry-and-skip.ts';
import { runOnEntry } from './workflow-run.ts';

/** Context of a row. Its transaction also records the row's result. */
type RowContext = Context & { tx: Transaction };

/**
 * A kind of batch. `run` processes one row and returns the id of the created or changed record. If it throws
 * an AltaError, the row fails. Crashes roll `run` back, so it must not call external services.
 */
interface Operation<Row extends z.ZodType = z.ZodType> {
  /** Permission to start the batch. */
  needs: Permission;
  /** API key scope to start the batch, the same as for the request that changes a single record. */
  scope: Scope;
  /** Schema of a row as JSON, with the API's names. */
  row: Row;
  /** Checks what the schema cannot express. @throws AltaError `validation` with paths into the row */
  check?(ctx: Context, row: z.output<Row>): Promise<void>;
  run(ctx: RowContext, row: z.output<Row>, key: string): Promise<string>;
}

const defineOperation = <Row extends z.ZodType>(operation: Operation<Row>): Operation<Row> => operation;

const EntryRow = z.strictObject({
  silo_entry_id: z.uuid('must be the UUID of an entry').toLowerCase(),
});

const WorkflowId = z.uuid('must be the UUID of a workflow').toLowerCase();

const archive = defineOperation({
  needs: 'entries:write',
  scope: 'silo:write',
  row: EntryRow,
  run: async (ctx, { silo_entry_id: entryId }) => (await archiveEntry(ctx, entryId)).id,
});

/**
 * The row's key identifies the entry and its job, so a repeated row, even in another batch, creates no second
 * entry or job.
 */
const createEntries = defineOperation({
  needs: 'entries:write',
  scope: 'silo:write',
  row: z.strictObject({
    folder: z.string().max(50).optional(),
    data: z.record(z.string(), z.unknown()),
    workflow_id: WorkflowId.optional(),
  }),
  check: async (ctx, { folder, data, workflow_id: workflowId }) => {
    await buildForIssuer(ctx, data, folder);
    if (workflowId) await requireWorkflow(ctx, workflowId);
  },
  run: async (ctx, { workflow_id: workflowId, ...entry }, key) => {
    const { id: entryId } = await createEntry(ctx, { ...entry, key });
    if (workflowId) await createJob(ctx, { workflowId, entryId, key });
    return entryId;
  },
});

async function requireWorkflow(ctx: Context, id: string): Promise<void> {
  if (await isWorkflow(ctx, id)) return;
  throw new AltaError('validation', 'The workflow was not found.', {
    fieldCode: 'not-found',
    fields: { workflow_id: 'was not found' },
  });
}

const extendLinks = defineOperation({
  needs: 'links:extend',
  scope: 'apps/gov-ar:write',
  row: LinkTerm.extend(EntryRow.shape),
  run: async (ctx, { silo_entry_id: entryId, ...term }) => {
    await extendLink(ctx, entryId, term);
    return entryId;
  },
});

const mailLinks = defineOperation({
  needs: 'registrations:write',
  scope: 'apps/gov-ar:write',
  row: LinkMailTo.partial().extend(EntryRow.shape),
  run: async (ctx, { silo_entry_id: entryId, to }) => {
    await mailEntryLink(ctx, entryId, { to });
    return entryId;
  },
});

const redeliver = defineOperation({
  needs: 'webhooks:write',
  scope: 'transform:write',
  row: z.strictObject({ delivery_id: z.uuid('must be the UUID of a delivery').toLowerCase() }),
  run: async (ctx, { delivery_id: deliveryId }) => (await redeliverOne(ctx, deliveryId)).id,
});

const remind = defineOperation({
  needs: 'reminders:send',
  scope: 'apps/gov-ar:write',
  row: EntryRow,
  run: async (ctx, { silo_entry_id: entryId }) => {
    await remindSupplier(ctx, entryId);
    return entryId;
  },
});

const JobRow = z.strictObject({ job_id: z.uuid('must be the UUID of a job').toLowerCase() });

const retry = defineOperation({
  needs: 'jobs:write',
  scope: 'transform:write',
  row: JobRow,
  run: async (ctx, { job_id: jobId }) => {
    await retryJobIfFailing(ctx, jobId);
    return jobId;
  },
});

/** Each run is a new job. */
const runAgain = defineOperation({
  needs: 'jobs:write',
  scope: 'transform:write',
  row: JobRow,
  run: async (ctx, { job_id: jobId }) => (await runJobAgain(ctx, jobId)).id,
});

const runWorkflow = defineOperation({
  needs: 'jobs:write',
  scope: 'transform:write',
  row: EntryRow.extend({ workflow_id: WorkflowId }),
  check: (ctx, { workflow_id: workflowId }) => requireWorkflow(ctx, workflowId),
  run: async (ctx, { silo_entry_id: entryId, workflow_id: workflowId }) =>
    (await runOnEntry(ctx, workflowId, entryId)).id,
});

export const operations: Record<BatchOperation, Operation> = {
  archive,
  'create-entry': createEntries,
  'extend-link': extendLinks,
  'mail-link': mailLinks,
  redeliver,
  remind,
  retry,
  'run-again': runAgain,
  'run-workflow': runWorkflow,
};
