import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { v4 as uuidv4 } from 'uuid';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { type Step, workflows } from '#lib/database/tables/workflows.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { readWhole, whereSmall } from '#lib/large-rows.ts';
import { afterCursor, newestFirst, type Page, type PageQuery, page } from '#lib/paging.ts';
import { refuseOverQuota } from '#lib/quotas.ts';
import { requirePermission } from '#lib/roles.ts';
import type { WorkflowInput } from './definition-input.ts';
import { doesTheSame, sealDefinition, settleDrafts, unsealDefinition } from './drafts.ts';
import { templates, withIds } from './templates.ts';
import { fetchVersion, keepVersion } from './versions.ts';

/** As many as a choice can show. */
const mostNamed = 100;

export type WorkflowRow = Omit<typeof workflows.$inferSelect, 'bytes'>;

/** What a version keeps. */
export type Definition = Pick<WorkflowRow, 'name' | 'description' | 'steps' | 'rescue'>;
/** What a workflow is made as. */
type NewWorkflow = Definition & Pick<WorkflowRow, 'schema' | 'country' | 'template'>;

/**
 * Makes a workflow from a template, under the template's name unless told another, or from steps. The same id
 * with the same input again gives the workflow that is there already, whatever became of it since.
 * @throws AltaError `validation` with all that is wrong with the steps; `conflict` when the id is taken by another,
 * or `over-quota`.
 */
export async function createWorkflow(
  ctx: Context,
  input: WorkflowInput,
  clientId?: string,
): Promise<WorkflowRow> {
  requirePermission(ctx, 'workflows:write');
  const wanted = input.template ? fromTemplate(input) : fromSteps(input);
  return inTransaction(ctx, async (tx) => {
    const isThere = clientId && (await tx.$count(workflows, ofWorkspace(ctx, clientId)));
    if (!isThere) await refuseOverQuota(tx, ctx, 'workflows');
    const [row] = await tx
      .insert(workflows)
      .values({
        ...wanted,
        ...sealDefinition(ctx.workspace, wanted),
        id: clientId ?? uuidv4(),
        workspaceId: ctx.workspace.id,
      })
      .onConflictDoNothing()
      .returning();
    if (!row) return sameAgain({ ...ctx, tx }, wanted, clientId);
    await keepVersion(tx, ctx, row);
    const detail = wanted.template ? { template: wanted.template } : {};
    await audit(tx, ctx, 'workflow.created', { kind: 'workflow', id: row.id }, detail);
    return row;
  });
}

/** @throws AltaError `not-found`, also for a workflow of another workspace. */
export async function fetchWorkflow(ctx: Context, id: string): Promise<WorkflowRow> {
  requirePermission(ctx, 'workflows:read');
  const [row] = await reader(ctx).select().from(workflows).where(ofWorkspace(ctx, id));
  if (!row) throw notFound('The workflow');
  return row;
}

/** Newest first, as many as a page has room for with all their steps. */
export async function listWorkflows(ctx: Context, query: PageQuery): Promise<Page<WorkflowRow>> {
  requirePermission(ctx, 'workflows:read');
  const { bytes, steps, rescue } = workflows;
  const ours = eq(workflows.workspaceId, ctx.workspace.id);
  const rows = await reader(ctx)
    .select({
      ...getTableColumns(workflows),
      steps: whereSmall<Step[]>(bytes, steps),
      rescue: whereSmall<Step[]>(bytes, rescue),
    })
    .from(workflows)
    .where(and(ours, afterCursor(workflows, query.cursor)))
    .orderBy(...newestFirst(workflows))
    .limit(query.limit + 1);
  const onPage = await readWhole(rows.slice(0, query.limit), (ids) =>
    reader(ctx)
      .select()
      .from(workflows)
      .where(and(ours, inArray(workflows.id, ids))),
  );
  return page(rows, query, onPage);
}

/** The newest, without their steps; `sends`: whether the authority authorizes an invoice by it. */
export async function listWorkflowNames(ctx: Context) {
  requirePermission(ctx, 'workflows:read');
  const { id, name, description, schema, template, disabled } = workflows;
  return reader(ctx)
    .select({ id, name, description, schema, template, disabled, sends: sendsInvoice })
    .from(workflows)
    .where(eq(workflows.workspaceId, ctx.workspace.id))
    .orderBy(...newestFirst(workflows))
    .limit(mostNamed);
}

const sendsInvoice = sql<boolean>`${workflows.steps} @> '[{"provider": "gov-ar.send"}]'`;

const ofWorkspace = (ctx: Context, id: string) =>
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

function fromSteps(input: Exclude<WorkflowInput, { template: string }>): NewWorkflow {
  const { name, description, schema, country } = input;
  const definition = settleDrafts(schema, input, { steps: [], rescue: [] });
  return { name, description, schema, country, template: null, ...definition };
}

/** Compared with what the workflow was at first: the client repeats itself, and knows of no change since. */
async function sameAgain(
  ctx: Context,
  wanted: NewWorkflow,
  clientId: string | undefined,
): Promise<WorkflowRow> {
  const [there] = clientId
    ? await reader(ctx).select().from(workflows).where(ofWorkspace(ctx, clientId))
    : [];
  const first = there && (await fetchVersion(ctx, there.id, 1));
  const same =
    first &&
    there.schema === wanted.schema &&
    there.country === wanted.country &&
    there.template === wanted.template &&
    first.name === wanted.name &&
    first.description === wanted.description &&
    // A later release may have another template: the client has asked for the same.
    (wanted.template || doesTheSame(unsealDefinition(ctx.workspace, first), wanted));
  if (same) return there;
  throw new AltaError('conflict', 'A workflow with this id exists already and differs.', {
    fields: { id: 'is taken' },
  });
}
