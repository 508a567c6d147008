import { and, eq, or, sql } from 'drizzle-orm';
import { version as uuidVersion, v7 as uuidv7 } from 'uuid';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { allowArgument, draftVersion, type JobRow, jobs } from '#lib/database/tables/workflows.ts';
import {
  type Document,
  digestOf,
  documentOf,
  folderNamed,
  folderNames,
  folderOf,
  schemaError,
} from '#lib/documents/envelope.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import type { StoredFault } from '#lib/faults.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { requirePermission, requireScope } from '#lib/roles.ts';
import { createEntry, fetchListedEntry, requireSupplier } from '#lib/silo/entries.ts';
import { buildForIssuer } from '#lib/silo/issuer-status.ts';
import { refuseErased } from '#lib/silo/read-permissions.ts';
import { currentTrace } from '#lib/tracing/tracing.ts';
import { cancelJob } from './cancel.ts';
import { fetchWorkflow, fetchWorkflowForJob } from './definitions.ts';

export type { JobRow };

export { allowArgument };

export interface JobInput {
  /** By default the default workflow for the kind of the entry or document. */
  workflowId?: string | undefined;
  /** Entry to run on. Either this or `data`, a document to create an entry from, is given. */
  entryId?: string | undefined;
  data?: Document | undefined;
  /** Key chosen by the client, unique in the workspace. */
  key?: string | undefined;
  args?: Record<string, string> | undefined;
  /** Labels for finding the jobs of a batch. */
  tags?: string[] | undefined;
  /** The steps of the workflow's draft, to test them instead of running its newest version. */
  draft?: Pick<JobRow, 'steps' | 'rescue'> | undefined;
}

type InputOnEntry = JobInput & { entryId: string };

/**
 * Creates a job, its queue entry and, if `input` has a document, its silo entry, in one transaction.
 * Repeating an id or key with the same input returns the existing job, even if the default has changed since.
 * @throws AltaError `conflict`, also `no-default-workflow`, `workflow-archived`, `workflow-disabled`,
 * `document-archived` and `not-a-supplier`
 */
export async function createJob(ctx: Context, input: JobInput, clientId?: string): Promise<JobRow> {
  requirePermission(ctx, 'jobs:write');
  if (clientId && ![1, 7].includes(uuidVersion(clientId))) {
    throw new AltaError('validation', 'The id of a job is a time-ordered UUID.', {
      fields: { jobId: 'must be a UUID of version v7, v1' },
    });
  }
  return inTransaction(ctx, async (tx) => {
    const within = { ...ctx, tx };
    if (input.data) await lockNames(tx, ctx, [clientId, input.key]);
    const existing = await findByIdOrKey(within, input, clientId);
    const workflow = await workflowFor(within, input, existing);
    const entryId = existing
      ? await entryOfRepeatedRequest(within, existing, input)
      : await entryOf(within, input, workflow.schema);
    const entry = await asFieldFault('entryId', fetchListedEntry(within, entryId, { held: true }));
    refuseErased(entry);
    if (!entry.docSchema.endsWith(`/${workflow.schema}`)) {
      const fields = { entryId: `must have a document of ${workflow.schema}, which the workflow is for` };
      throw new AltaError('validation', 'The workflow is not for this kind of entry.', { fields });
    }
    if (workflow.disabled && !existing && !input.draft) {
      throw new AltaError('conflict', 'The workflow is disabled.', { code: 'workflow-disabled' });
    }
    if (workflow.archivedAt && !existing) {
      throw new AltaError('conflict', 'The workflow is archived: restore it, or run another.', {
        code: 'workflow-archived',
      });
    }
    const { steps, rescue } = input.draft ?? workflow;
    // An upload that was undone is archived, and its corrected file has the same sales again.
    if (entry.archivedAt && !existing && steps.some(({ provider }) => provider === 'gov-ar.send')) {
      throw new AltaError('conflict', 'The document is archived: restore it first.', {
        code: 'document-archived',
      });
    }
    const registers = steps.some(({ provider }) => provider === 'gov-ar.register');
    if (registers && !existing) requireSupplier(entry);
    const [job] = await tx
      .insert(jobs)
      .values({
        id: clientId ?? uuidv7(),
        workspaceId: ctx.workspace.id,
        workflowId: workflow.id,
        workflowVersion: input.draft ? draftVersion : workflow.version,
        entryId: entry.id,
        key: input.key ?? null,
        args: input.args ?? {},
        tags: input.tags ?? [],
        status: 'RUN',
        steps,
        rescue,
        traceparent: currentTrace(),
      })
      .onConflictDoNothing()
      .returning();
    if (!job) return existingIfSame(within, { ...input, entryId }, clientId);
    const lane = laneOf(ctx.workspace, entry.supplierCode ?? undefined);
    await enqueue(tx, lane, 'job-advance', { jobId: job.id });
    await audit(
      tx,
      ctx,
      'job.created',
      { kind: 'job', id: job.id },
      { workflow: workflow.id, entry: entry.id },
    );
    return job;
  });
}

/** Creates the job with this id; if it exists, changes its tags or cancels it. */
export async function putJob(
  ctx: Context,
  id: string,
  { cancel = false, ...input }: JobInput & { cancel?: boolean },
): Promise<{ job: JobRow; created: boolean }> {
  const [existing] = await reader(ctx).select().from(jobs).where(jobInWorkspace(ctx, id));
  if (!existing && cancel) throw notFound('The job');
  if (!existing) return { job: await createJob(ctx, input, id), created: true };
  const entryId = await entryOfRepeatedRequest(ctx, existing, input);
  if (!isSameJob(existing, { ...input, entryId })) throw conflict('id');
  return inTransaction(ctx, async (tx) => {
    if (input.tags) await tx.update(jobs).set({ tags: input.tags }).where(jobInWorkspace(ctx, id));
    if (cancel) await cancelJob({ ...ctx, tx }, id);
    return { job: await fetchJob({ ...ctx, tx }, id), created: false };
  });
}

/**
 * Runs an ended job's workflow again, in its current version, on the same entry. Returns the new job. A fault that
 * was accepted for the ended job is not accepted again: the document may have been changed since.
 * @throws AltaError `conflict` while the job is running
 */
export async function runAgain(ctx: Context, id: string): Promise<JobRow> {
  requirePermission(ctx, 'jobs:write');
  const job = await fetchJob(ctx, id);
  if (!job.completedAt) {
    throw new AltaError('conflict', 'The job is still running.', { code: 'still-running' });
  }
  const { workflowId, entryId, tags } = job;
  const { [allowArgument]: _, ...args } = job.args;
  return createJob(ctx, { workflowId, entryId, args, tags });
}

export async function fetchJob(ctx: Context, id: string): Promise<JobRow> {
  requirePermission(ctx, 'jobs:read');
  const [row] = await reader(ctx).select().from(jobs).where(jobInWorkspace(ctx, id));
  if (!row) throw notFound('The job');
  return row;
}

/** Returns the remarks on the job's invoice, which do not prevent its authorization. */
export async function fetchRemarks(ctx: Context, { entryId }: JobRow): Promise<StoredFault[]> {
  requirePermission(ctx, 'jobs:read');
  const [row] = await reader(ctx)
    .select({ remarks: entries.remarks })
    .from(entries)
    .where(and(eq(entries.id, entryId), eq(entries.workspaceId, ctx.workspace.id)));
  return row?.remarks ?? [];
}

export async function fetchJobByKey(ctx: Context, key: string): Promise<JobRow> {
  const [row] = await reader(ctx)
    .select()
    .from(jobs)
    .where(and(eq(jobs.workspaceId, ctx.workspace.id), eq(jobs.key, key)));
  if (!row) throw notFound('The job');
  return row;
}

const jobInWorkspace = (ctx: Context, id: string) =>
  and(eq(jobs.id, id), eq(jobs.workspaceId, ctx.workspace.id));

/** The workflow that was asked for, otherwise that of the existing job, otherwise the default. */
async function workflowFor(
  ctx: Context & { tx: Transaction },
  { workflowId, entryId, data }: JobInput,
  existing: JobRow | undefined,
) {
  const id = workflowId ?? existing?.workflowId;
  if (id) return asFieldFault('workflowId', fetchWorkflowForJob(ctx, { id }));
  if (!data) {
    const { docSchema } = await asFieldFault('entryId', fetchListedEntry(ctx, entryId ?? ''));
    return fetchWorkflowForJob(ctx, { schema: kindOf(docSchema) });
  }
  const { doc, at } = documentOf(data);
  if (typeof doc.$schema === 'string') {
    // Refuses a schema that is not supported.
    folderOf(doc, at);
    return fetchWorkflowForJob(ctx, { schema: kindOf(doc.$schema) });
  }
  throw schemaError('The kind of the document is not known.', at, {
    code: 'required',
    message: 'is required if no workflow is named',
  });
}

/** Kind of document by the address of its schema, such as `org/party`. */
const kindOf = (schema: string): string => schema.split('/').slice(-2).join('/');

async function entryOf(ctx: Context, { entryId, data }: JobInput, schema: string): Promise<string> {
  if (entryId) return entryId;
  if (data) return makeEntry(ctx, data, schema);
  throw new Error('A job runs on an entry or a document.');
}

/**
 * Returns the entry of a repeated request: `entryId`, or the existing job's entry if it was created from
 * `data`.
 * @throws AltaError `conflict` if it was created from another document
 */
async function entryOfRepeatedRequest(
  ctx: Context,
  existing: JobRow,
  { entryId, data, key }: JobInput,
): Promise<string> {
  if (!data) return entryId ?? existing.entryId;
  const { schema } = await fetchWorkflow(ctx, existing.workflowId);
  if (await wasCreatedFrom(ctx, existing.entryId, data, schema)) return existing.entryId;
  throw conflict(key && existing.key === key ? 'key' : 'id');
}

async function existingIfSame(
  ctx: Context,
  input: InputOnEntry,
  clientId: string | undefined,
): Promise<JobRow> {
  const existing = await findByIdOrKey(ctx, input, clientId);
  const sameId = !clientId || existing?.id === clientId;
  if (existing && sameId && isSameJob(existing, input)) return existing;
  throw conflict(existing && input.key && existing.key === input.key ? 'key' : 'id');
}

/** Returns the job that already has the id or the key. */
async function findByIdOrKey(
  ctx: Context,
  input: JobInput,
  clientId: string | undefined,
): Promise<JobRow | undefined> {
  if (!clientId && !input.key) return undefined;
  const byId = clientId ? eq(jobs.id, clientId) : undefined;
  const byKey = input.key ? eq(jobs.key, input.key) : undefined;
  const [existing] = await reader(ctx)
    .select()
    .from(jobs)
    .where(and(eq(jobs.workspaceId, ctx.workspace.id), or(byId, byKey)));
  return existing;
}

const isSameJob = (job: JobRow, { workflowId, entryId, key, args }: InputOnEntry): boolean =>
  job.workflowId === (workflowId ?? job.workflowId) &&
  job.entryId === entryId &&
  job.key === (key ?? null) &&
  JSON.stringify(Object.entries(job.args).sort()) === JSON.stringify(Object.entries(args ?? {}).sort());

const conflict = (field: 'id' | 'key') =>
  new AltaError('conflict', `A different job with this ${field} already exists.`, {
    code: `${field}-taken`,
    fields: { [field]: 'is taken' },
  });

/** Turns a `not-found` error of an id in the request body into `validation` (422) for that field. */
async function asFieldFault<T>(field: string, found: Promise<T>): Promise<T> {
  return found.catch((error) => {
    if (!(error instanceof AltaError) || error.key !== 'not-found') throw error;
    throw new AltaError('validation', error.message, {
      fieldCode: 'not-found',
      fields: { [field]: 'was not found' },
    });
  });
}

/**
 * Creates an entry for the document sent with a job, in the first folder of the workflow's document kind.
 * @param schema kind of document, such as `bill/invoice`
 * @throws AltaError as createEntry; `forbidden` for a key without the scope to write entries
 */
async function makeEntry(ctx: Context, data: Document, schema: string): Promise<string> {
  requireScope(ctx, 'silo:write');
  requireSchema(data, schema);
  return (await createEntry(ctx, { data, folder: folderFor(schema) })).id;
}

/** Returns whether the entry was created from this document, or has the one that it makes. */
async function wasCreatedFrom(
  ctx: Context,
  entryId: string,
  data: Document,
  schema: string,
): Promise<boolean> {
  requireSchema(data, schema);
  const folder = folderFor(schema);
  const entry = await fetchListedEntry(ctx, entryId);
  if (entry.folder !== folder) return false;
  if (entry.createdDigest === digestOf(documentOf(data).doc)) return true;
  return entry.digest === digestOf(await buildForIssuer(ctx, data, folder));
}

/** Serialises concurrent requests for the same job, so that the second finds the first one's entry. */
async function lockNames(
  tx: Transaction,
  { workspace }: Context,
  names: (string | undefined)[],
): Promise<void> {
  for (const name of names.filter((each) => each !== undefined).toSorted()) {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`job ${workspace.id} ${name}`}, 0))`,
    );
  }
}

function requireSchema(data: Document, schema: string): void {
  const { doc, at } = documentOf(data);
  if (typeof doc.$schema !== 'string' || doc.$schema.endsWith(`/${schema}`)) return;
  throw schemaError('The workflow is not for this kind of document.', at, {
    code: 'invalid',
    message: `must be of ${schema}, which the workflow is for`,
  });
}

function folderFor(schema: string): string {
  const folder = folderNames.find((name) => folderNamed(name).schema.endsWith(`/${schema}`));
  if (folder) return folder;
  throw new AltaError('validation', 'No folder takes the documents that the workflow is for.', {
    fields: { data: `no entry can be created for ${schema}` },
  });
}
