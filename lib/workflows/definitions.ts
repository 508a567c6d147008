import { and, eq } from 'drizzle-orm';
import { v4 as uuidv4 } from 'uuid';
import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { workflows } from '#lib/database/tables/workflows.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { afterCursor, newestFirst, type PageQuery } from '#lib/paging.ts';
import { templateNames, templates, withIds } from './templates.ts';

export type WorkflowRow = typeof workflows.$inferSelect;

export const WorkflowInput = z.strictObject({
  template: z.enum(templateNames, { error: `must be one of ${templateNames.join(', ')}` }),
  name: z.string().trim().min(1).max(200).optional(),
  description: z.string().trim().max(2_000).optional(),
});
export type WorkflowInput = z.infer<typeof WorkflowInput>;

/** Makes a workflow from a template, under the template's name unless told another. */
export async function createWorkflow(ctx: Context, input: WorkflowInput): Promise<WorkflowRow> {
  const template = templates[input.template];
  if (!template)
    throw new AltaError('validation', 'The template is unknown.', { fields: { template: 'is unknown' } });
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx
      .insert(workflows)
      .values({
        id: uuidv4(),
        workspaceId: ctx.workspace.id,
        name: input.name ?? template.name,
        description: input.description ?? template.description,
        schema: template.schema,
        template: input.template,
        steps: withIds(template.steps),
        rescue: withIds(template.rescue),
      })
      .returning();
    if (!row) throw new Error('The workflow was not stored.');
    await audit(tx, ctx, 'workflow.created', { kind: 'workflow', id: row.id }, { template: input.template });
    return row;
  });
}

/** @throws AltaError `not-found`, also for a workflow of another workspace. */
export async function fetchWorkflow(ctx: Context, id: string): Promise<WorkflowRow> {
  const [row] = await reader(ctx)
    .select()
    .from(workflows)
    .where(and(eq(workflows.id, id), eq(workflows.workspaceId, ctx.workspace.id)));
  if (!row) throw notFound('The workflow');
  return row;
}

export async function listWorkflows(ctx: Context, { limit, cursor }: PageQuery): Promise<WorkflowRow[]> {
  return reader(ctx)
    .select()
    .from(workflows)
    .where(and(eq(workflows.workspaceId, ctx.workspace.id), afterCursor(workflows, cursor)))
    .orderBy(...newestFirst(workflows))
    .limit(limit + 1);
}

export const workflowResponse = (row: WorkflowRow) => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  name: row.name,
  description: row.description,
  schema: row.schema,
  country: row.country,
  version: String(row.version),
  disabled: row.disabled,
  steps: row.steps,
  rescue: row.rescue,
});
