import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { v4 as uuidv4 } from 'uuid';
import { audit, type Subject } from '#lib/audit.ts';
import { type Context, inTransaction, lockPermission, reader } from '#lib/context.ts';
import { batchLoader } from '#lib/database/batching.ts';
import type { Transaction } from '#lib/database/client.ts';
import { jobs, workflows, workflowVersions } from '#lib/database/tables/workflows.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import {
  afterCursor,
  fromInstant,
  newestFirst,
  type Page,
  type PageQuery,
  pageWithinBytes,
} from '#lib/paging.ts';
import { refuseOverQuota } from '#lib/quotas.ts';
import { requirePermission } from '#lib/roles.ts';
import type { WorkflowInput } from './definition-input.ts';
import { isSameDefinition, resolveDrafts, sealDefinition, unsealDefinition } from './drafts.ts';
import { canBeFirstDefault, templates, withIds } from './templates.ts';

const maxNames = 100;

export type WorkflowRow = Omit<typeof workflows.$inferSelect, 'bytes'>;

export type Definition = Pick<WorkflowRow, 'name' | 'description' | 'steps' | 'rescue'>;
/** Parts of a workflow that are set at creation. */
type NewWorkflow = Definition & Pick<WorkflowRow, 'schema' | 'country' | 'template'>;

/**
 * Creates a workflow from a template (named like it by default) or from steps. Repeating an id or key with the
 * original or the current definition returns the existing workflow, unchanged. The first workflow that registers
 * suppliers or sends invoices becomes the default for its kind of document.
 * @throws AltaError `validation` with all faults of the steps; `conflict` when the id or key is taken by another
 * workflow, or `over-quota`
 */
export async function createWorkflow(
  ctx: Context,
  input: WorkflowInput,
  clientId?: string,
): Promise<WorkflowRow> {
  requirePermission(ctx, 'workflows:write');
  return inTransaction(ctx, async (tx) => {
    const within = { ...ctx, tx };
    await lockPermission(tx, ctx, 'workflows:write');
    await lockWorkflows(tx, ctx);
    const existing =
      (clientId ? await findWorkflow(within, eq(workflows.id, clientId)) : undefined) ??
      (input.key ? await findWorkflow(within, eq(workflows.key, input.key)) : undefined);
    const requested = input.template ? fromTemplate(input) : fromSteps(ctx, input, existing);
    if (existing) return existingIfSame(within, { input, requested, existing, clientId });
    await refuseOverQuota(tx, ctx, 'workflows');
    const isDefault = await becomesDefault(within, input, requested);
    if (isDefault) await removeDefault(tx, ctx, requested.schema);
    const [row] = await tx
      .insert(workflows)
      .values({
        ...requested,
        ...sealDefinition(ctx.workspace, requested),
        id: clientId ?? uuidv4(),
        workspaceId: ctx.workspace.id,
        key: input.key ?? null,
        disabled: input.disabled ?? false,
        isDefault,
      })
      .onConflictDoNothing({ target: workflows.id })
      .returning();
    // Another workspace has the id.
    if (!row) throw idTaken();
    await storeVersion(tx, ctx, row);
    const subject: Subject = { kind: 'workflow', id: row.id };
    const detail = requested.template ? { template: requested.template } : {};
    await audit(tx, ctx, 'workflow.created', subject, detail);
    if (isDefault) await audit(tx, ctx, 'workflow.default-set', subject);
    return row;
  });
}

/** @throws AltaError `not-found`, also for a workflow of another workspace */
export async function fetchWorkflow(ctx: Context, id: string): Promise<WorkflowRow> {
  requirePermission(ctx, 'workflows:read');
  const row = await findWorkflow(ctx, eq(workflows.id, id));
  if (!row) throw notFound('The workflow');
  return row;
}

/** @throws AltaError `not-found`, also for a key of another workspace */
export async function fetchWorkflowByKey(ctx: Context, key: string): Promise<WorkflowRow> {
  requirePermission(ctx, 'workflows:read');
  const row = await findWorkflow(ctx, eq(workflows.key, key));
  if (!row) throw notFound('The workflow');
  return row;
}

/**
 * Fetches the workflow for a job, and locks it so that it is not deleted before the job is stored.
 * @param wanted its id, or the kind of document whose default is wanted, such as `bill/invoice`
 * @throws AltaError `not-found` for an id; `conflict` `no-default-workflow`
 */
export async function fetchWorkflowForJob(
  ctx: Context & { tx: Transaction },
  wanted: { id: string } | { schema: string },
): Promise<WorkflowRow> {
  requirePermission(ctx, 'workflows:read');
  const isById = 'id' in wanted;
  const condition = isById ? eq(workflows.id, wanted.id) : isDefaultFor(wanted.schema);
  const [row] = await ctx.tx
    .select()
    .from(workflows)
    .where(and(eq(workflows.workspaceId, ctx.workspace.id), condition))
    .for('key share');
  if (row) return row;
  if (isById) throw notFound('The workflow');
  throw new AltaError(
    'conflict',
    `The workspace has no default workflow for ${wanted.schema}: send \`workflow_id\`, or make a workflow the default by PATCH with "default": true.`,
    { code: 'no-default-workflow' },
  );
}

/** Whether the workspace has the workflow. Concurrent calls share a query. */
export const isWorkflow = batchLoader(async (ctx: Context, ids: readonly string[]) => {
  requirePermission(ctx, 'workflows:read');
  const found = await reader(ctx)
    .select({ id: workflows.id })
    .from(workflows)
    .where(and(eq(workflows.workspaceId, ctx.workspace.id), inArray(workflows.id, [...new Set(ids)])));
  const known = new Set(found.map(({ id }) => id));
  return ids.map((id) => known.has(id));
});

export async function findWorkflow(
  ctx: Context,
  condition: SQL | undefined,
): Promise<WorkflowRow | undefined> {
  const [row] = await reader(ctx)
    .select()
    .from(workflows)
    .where(and(eq(workflows.workspaceId, ctx.workspace.id), condition));
  return row;
}

const isDefaultFor = (schema: string) => and(eq(workflows.schema, schema), eq(workflows.isDefault, true));

/** Serialises the writes of a workspace's workflows, so that checks of keys and defaults hold until the commit. */
export async function lockWorkflows(tx: Transaction, { workspace }: Context): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`workflows ${workspace.id}`}, 0))`);
}

/** Takes the default for a kind of document from the workflow that has it, if any. Call under `lockWorkflows`. */
export async function removeDefault(tx: Transaction, ctx: Context, schema: string): Promise<void> {
  const [earlier] = await tx
    .update(workflows)
    .set({ isDefault: false })
    .where(and(eq(workflows.workspaceId, ctx.workspace.id), isDefaultFor(schema)))
    .returning({ id: workflows.id });
  if (!earlier) return;
  await audit(tx, ctx, 'workflow.default-removed', { kind: 'workflow', id: earlier.id });
}

/** @throws AltaError `validation` for a default that is disabled */
async function becomesDefault(ctx: Context, input: WorkflowInput, requested: NewWorkflow): Promise<boolean> {
  if (input.default && input.disabled) {
    throw new AltaError('validation', 'A disabled workflow can not be the default.', {
      fields: { default: 'can not be combined with `disabled`' },
    });
  }
  if (input.default !== undefined || input.disabled || !canBeFirstDefault(requested))
    return input.default ?? false;
  return !(await findWorkflow(ctx, isDefaultFor(requested.schema)));
}

export interface WorkflowQuery extends PageQuery {
  /** Lists only workflows created at this time or earlier. */
  from?: Date | undefined;
  /** Kind of document, such as `org/party`. */
  schema?: string | undefined;
  isDefault?: boolean | undefined;
  /** Lists archived workflows instead of the others. */
  archived?: boolean | undefined;
}

/** A page, and the creation time of the first workflow after it, for clients that page by time. */
export type WorkflowPage = Page<WorkflowRow> & { nextFrom: Date | undefined };

/** Lists workflows, newest first. A page ends early if the steps of its workflows get too large. */
export async function listWorkflows(ctx: Context, query: WorkflowQuery): Promise<WorkflowPage> {
  requirePermission(ctx, 'workflows:read');
  const { id, createdAt, bytes, workspaceId } = workflows;
  const rows = await reader(ctx)
    .select({ id, createdAt, bytes })
    .from(workflows)
    .where(
      and(
        eq(workspaceId, ctx.workspace.id),
        query.schema ? eq(workflows.schema, query.schema) : undefined,
        query.isDefault === undefined ? undefined : eq(workflows.isDefault, query.isDefault),
        query.archived ? isNotNull(workflows.archivedAt) : isNull(workflows.archivedAt),
        fromInstant(workflows, { from: query.from }),
        afterCursor(workflows, query.cursor),
      ),
    )
    .orderBy(...newestFirst(workflows))
    .limit(query.limit + 1);
  const found = await pageWithinBytes(rows, query, (ids) =>
    reader(ctx)
      .select()
      .from(workflows)
      .where(and(eq(workspaceId, ctx.workspace.id), inArray(id, ids))),
  );
  return { ...found, nextFrom: rows[found.list.length]?.createdAt };
}

/**
 * Lists the defaults and the newest other workflows, without their steps. `sends`: whether the workflow sends invoices
 * to the authority.
 */
export async function listWorkflowNames(ctx: Context) {
  requirePermission(ctx, 'workflows:read');
  const { id, name, description, schema, template, key, disabled, isDefault, archivedAt } = workflows;
  const columns = { id, name, description, schema, template, key, disabled, isDefault, archivedAt };
  return reader(ctx)
    .select({ ...columns, sends: sendsInvoice })
    .from(workflows)
    .where(eq(workflows.workspaceId, ctx.workspace.id))
    .orderBy(desc(isDefault), ...newestFirst(workflows))
    .limit(maxNames);
}

/** Returns the ids of the workflows that jobs have run. */
export async function usedAmong(ctx: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await reader(ctx)
    .select({ id: workflows.id })
    .from(workflows)
    .where(
      and(
        eq(workflows.workspaceId, ctx.workspace.id),
        inArray(workflows.id, [...ids]),
        sql`exists (select from ${jobs} where ${jobs.workflowId} = ${workflows.id})`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

const sendsInvoice = sql<boolean>`${workflows.steps} @> '[{"provider": "gov-ar.send"}]'`;

function fromTemplate(input: Extract<WorkflowInput, { template: string }>): NewWorkflow {
  const { name, description, schema, steps, rescue } = templates[input.template];
  return {
    name: input.name ?? name,
    description: input.description ?? description,
    schema,
    country: 'AR',
    template: input.template,
    steps: withIds(steps),
    rescue: withIds(rescue),
  };
}

function fromSteps(
  { workspace }: Context,
  input: Exclude<WorkflowInput, { template: string }>,
  existing: WorkflowRow | undefined,
): NewWorkflow {
  const { name, description, schema, country } = input;
  const current = existing ? unsealDefinition(workspace, existing) : { steps: [], rescue: [] };
  return { name, description, schema, country, template: null, ...resolveDrafts(schema, input, current) };
}

interface Repetition {
  input: WorkflowInput;
  requested: NewWorkflow;
  existing: WorkflowRow;
  clientId: string | undefined;
}

/**
 * Returns the existing workflow if the request repeats its first version (a client retry that knows of no
 * later change) or its current one (a client sending back what it fetched). A later release may have changed a
 * template, and a reader the workflow's name: a request for the same template is still the same.
 */
async function existingIfSame(
  ctx: Context,
  { input, requested, existing, clientId }: Repetition,
): Promise<WorkflowRow> {
  const isSame = ({ name, description, ...lists }: Definition) => {
    if (!requested.template)
      return (
        name === requested.name &&
        description === requested.description &&
        isSameDefinition(unsealDefinition(ctx.workspace, lists), requested)
      );
    return (
      existing.template === requested.template &&
      (input.name ?? name) === name &&
      (input.description ?? description) === description
    );
  };
  if (
    existing.id === (clientId ?? existing.id) &&
    existing.key === (input.key ?? existing.key) &&
    existing.schema === requested.schema &&
    existing.country === requested.country &&
    (isSame(existing) || isSame(await fetchVersion(ctx, existing.id, 1)))
  ) {
    return existing;
  }
  throw existing.id === clientId ? idTaken() : keyTakenBy(existing);
}

const idTaken = () =>
  new AltaError('conflict', 'A different workflow with this id already exists.', {
    code: 'id-taken',
    fields: { id: 'is taken' },
  });

export const keyTakenBy = ({ id, key }: Pick<WorkflowRow, 'id' | 'key'>) =>
  new AltaError(
    'conflict',
    `A different workflow with the key ${key} already exists. To change it, PATCH /transform/v1/workflows/${id}.`,
    { code: 'key-taken', fields: { key: `is taken by the workflow ${id}` } },
  );

export type VersionRow = typeof workflowVersions.$inferSelect;

export const maxVersions = 100;

export type ListedVersion = Omit<VersionRow, 'steps' | 'rescue'>;

const { steps: _steps, rescue: _rescue, ...listed } = getTableColumns(workflowVersions);

/**
 * Lists up to `maxVersions` versions, newest first.
 * @throws AltaError `not-found`, also for a workflow of another workspace
 */
export const listVersions = (ctx: Context, workflowId: string): Promise<ListedVersion[]> =>
  versionsNewestFirst(reader(ctx).select(listed).from(workflowVersions).where(ofWorkflow(ctx, workflowId)));

/** Like `listVersions`, with the steps. */
export const listWholeVersions = (ctx: Context, workflowId: string): Promise<VersionRow[]> => {
  requirePermission(ctx, 'workflows:read');
  return versionsNewestFirst(reader(ctx).select().from(workflowVersions).where(ofWorkflow(ctx, workflowId)));
};

/** @throws AltaError `not-found`, also for a workflow of another workspace */
export async function fetchVersion(ctx: Context, workflowId: string, version: number): Promise<VersionRow> {
  requirePermission(ctx, 'workflows:read');
  const [row] = await reader(ctx)
    .select()
    .from(workflowVersions)
    .where(and(ofWorkflow(ctx, workflowId), eq(workflowVersions.version, version)));
  if (!row) throw notFound('The version');
  return row;
}

/** Stores the workflow's current state as a version, in the transaction that changed it. */
export async function storeVersion(
  tx: Transaction,
  { actor }: Context,
  workflow: typeof workflows.$inferSelect,
): Promise<void> {
  const { id: workflowId, version, name, description, steps, rescue } = workflow;
  await tx.insert(workflowVersions).values({
    workflowId,
    version,
    name,
    description,
    steps,
    rescue,
    src: actor.kind,
    srcId: actor.id ?? null,
  });
}

/** Restricts versions by workspace through their workflow, since they have no workspace column. */
const ofWorkflow = (ctx: Context, workflowId: string): SQL =>
  sql`${workflowVersions.workflowId} = (select id from workflows
    where id = ${workflowId} and workspace_id = ${ctx.workspace.id})`;

/** Every workflow has a version, so no rows means no workflow. */
async function versionsNewestFirst<Row>(query: {
  orderBy(order: SQL): { limit(most: number): PromiseLike<Row[]> };
}) {
  const rows = await query.orderBy(desc(workflowVersions.version)).limit(maxVersions);
  if (rows.length === 0) throw notFound('The workflow');
  return rows;
}
