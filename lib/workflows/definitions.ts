import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { v4 as uuidv4 } from 'uuid';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, lockPermission, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { workflows, workflowVersions } from '#lib/database/tables/workflows.ts';
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
import { templates, withIds } from './templates.ts';

const maxNames = 100;

export type WorkflowRow = Omit<typeof workflows.$inferSelect, 'bytes'>;

export type Definition = Pick<WorkflowRow, 'name' | 'description' | 'steps' | 'rescue'>;
/** Parts of a workflow that are set at creation. */
type NewWorkflow = Definition & Pick<WorkflowRow, 'schema' | 'country' | 'template'>;

/**
 * Creates a workflow from a template (named like it by default) or from steps. Repeating an id with the
 * original or the current definition returns the existing workflow.
 * @throws AltaError `validation` with all faults of the steps; `conflict` when the id is taken by another
 * workflow, or `over-quota`
 */
export async function createWorkflow(
  ctx: Context,
  input: WorkflowInput,
  clientId?: string,
): Promise<WorkflowRow> {
  requirePermission(ctx, 'workflows:write');
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'workflows:write');
    const existing = clientId ? await findWorkflow({ ...ctx, tx }, clientId) : undefined;
    const requested = input.template ? fromTemplate(input) : fromSteps(ctx, input, existing);
    if (existing) return existingIfSame({ ...ctx, tx }, requested, existing);
    await refuseOverQuota(tx, ctx, 'workflows');
    const [row] = await tx
      .insert(workflows)
      .values({
        ...requested,
        ...sealDefinition(ctx.workspace, requested),
        id: clientId ?? uuidv4(),
        workspaceId: ctx.workspace.id,
        disabled: input.disabled ?? false,
      })
      .onConflictDoNothing()
      .returning();
    // The id was taken concurrently, or by another workspace.
    if (!row)
      return existingIfSame({ ...ctx, tx }, requested, await findWorkflow({ ...ctx, tx }, clientId ?? ''));
    await storeVersion(tx, ctx, row);
    const detail = requested.template ? { template: requested.template } : {};
    await audit(tx, ctx, 'workflow.created', { kind: 'workflow', id: row.id }, detail);
    return row;
  });
}

/** @throws AltaError `not-found`, also for a workflow of another workspace */
export async function fetchWorkflow(ctx: Context, id: string): Promise<WorkflowRow> {
  requirePermission(ctx, 'workflows:read');
  const row = await findWorkflow(ctx, id);
  if (!row) throw notFound('The workflow');
  return row;
}

async function findWorkflow(ctx: Context, id: string): Promise<WorkflowRow | undefined> {
  const [row] = await reader(ctx).select().from(workflows).where(workflowInWorkspace(ctx, id));
  return row;
}

export interface WorkflowQuery extends PageQuery {
  /** Lists only workflows created at this time or earlier. */
  from?: Date | undefined;
  /** Kind of document, such as `org/party`. */
  schema?: string | undefined;
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

/** Lists the newest workflows, without their steps. `sends`: whether the workflow sends invoices to the authority. */
export async function listWorkflowNames(ctx: Context) {
  requirePermission(ctx, 'workflows:read');
  const { id, name, description, schema, template, disabled } = workflows;
  return reader(ctx)
    .select({ id, name, description, schema, template, disabled, sends: sendsInvoice })
    .from(workflows)
    .where(eq(workflows.workspaceId, ctx.workspace.id))
    .orderBy(...newestFirst(workflows))
    .limit(maxNames);
}

const sendsInvoice = sql<boolean>`${workflows.steps} @> '[{"provider": "gov-ar.send"}]'`;

const workflowInWorkspace = (ctx: Context, id: string) =>
  and(eq(workflows.id, id), eq(workflows.workspaceId, ctx.workspace.id));

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

/**
 * Returns the existing workflow if the request repeats its first version (a client retry that knows of no
 * later change) or its current one (a client sending back what it fetched).
 */
async function existingIfSame(
  ctx: Context,
  requested: NewWorkflow,
  existing: WorkflowRow | undefined,
): Promise<WorkflowRow> {
  const isSame = (definition: Definition, template: string | null) =>
    definition.name === requested.name &&
    definition.description === requested.description &&
    template === requested.template &&
    // A later release may have changed the template; the request is still the same.
    (requested.template || isSameDefinition(unsealDefinition(ctx.workspace, definition), requested));
  if (existing && existing.schema === requested.schema && existing.country === requested.country) {
    if (isSame(await fetchVersion(ctx, existing.id, 1), existing.template)) return existing;
    if (!requested.template && isSame(existing, null)) return existing;
  }
  throw new AltaError('conflict', 'A different workflow with this id already exists.', {
    fields: { id: 'is taken' },
  });
}

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
