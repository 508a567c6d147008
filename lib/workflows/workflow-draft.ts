import { and, eq, getTableColumns } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, lockPermission, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type Step, workflowDrafts, workflows } from '#lib/database/tables/workflows.ts';
import { AltaError } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { changeWorkflow, lockWorkflow } from './change-workflow.ts';
import type { StepInput } from './definition-input.ts';
import type { WorkflowRow } from './definitions.ts';
import {
  checkDefinition,
  resolveIncomplete,
  type StepLists,
  sealDefinition,
  unsealDefinition,
} from './drafts.ts';
import { createJob, type JobRow } from './jobs.ts';

export type DraftRow = typeof workflowDrafts.$inferSelect;

/** Edits to keep. `revision` is that of the draft they are based on; undefined if there was none. */
export interface Edits {
  revision: string | undefined;
  name: string;
  description: string;
  steps: StepInput[];
  rescue: StepInput[];
}

export async function findDraft(ctx: Context, workflowId: string): Promise<DraftRow | undefined> {
  requirePermission(ctx, 'workflows:read');
  const [row] = await reader(ctx)
    .select(getTableColumns(workflowDrafts))
    .from(workflowDrafts)
    .innerJoin(workflows, eq(workflows.id, workflowDrafts.workflowId))
    .where(and(eq(workflowDrafts.workflowId, workflowId), eq(workflows.workspaceId, ctx.workspace.id)));
  return row;
}

/**
 * Keeps edits of a workflow without publishing them. They may be incomplete.
 * @throws AltaError `conflict` `changed-meanwhile` if somebody else has saved or removed the draft since;
 * `validation` for secrets that can not be stored
 */
export function saveDraft(ctx: Context, id: string, edits: Edits, now = new Date()): Promise<DraftRow> {
  return onDraft(ctx, id, edits.revision, async (tx, workflow, draft) => {
    const { name, description } = edits;
    const resolved = resolveIncomplete(edits, knownSteps(ctx, workflow, draft));
    const values = {
      revision: uuidv7(),
      name,
      description,
      ...sealDefinition(ctx.workspace, resolved),
      src: ctx.actor.kind,
      srcId: ctx.actor.id ?? null,
      updatedAt: now,
    };
    const [saved] = await tx
      .insert(workflowDrafts)
      .values({ ...values, workflowId: id, baseVersion: workflow.version })
      .onConflictDoUpdate({ target: workflowDrafts.workflowId, set: values })
      .returning();
    if (!saved) throw new Error(`The draft of the workflow ${id} was not stored.`);
    return saved;
  });
}

/** Removes the draft; the newest version stays. @throws AltaError `conflict` `changed-meanwhile` */
export function discardDraft(ctx: Context, id: string, revision: string): Promise<void> {
  return onDraft(ctx, id, revision, (tx) => removeDraft(tx, id));
}

/**
 * Saves the edits and makes them the newest version, for jobs started from now on.
 * @throws AltaError `conflict` `changed-meanwhile` if the draft, or since `version` the workflow, was changed by
 * somebody else; `validation` with all faults of the steps
 */
export function publishDraft(ctx: Context, id: string, edits: Edits, version: number): Promise<WorkflowRow> {
  return inTransaction(ctx, async (tx) => {
    const within = { ...ctx, tx };
    const { name, description, ...lists } = await saveDraft(within, id, edits);
    const { steps, rescue } = unsealDefinition(ctx.workspace, lists);
    const change = { name, description, steps: steps.map(inputOf), rescue: rescue.map(inputOf), version };
    const changed = await changeWorkflow(within, id, change);
    await removeDraft(tx, id);
    return changed;
  });
}

interface Test {
  entryId: string;
  jobId: string;
  /** Required in live, where the steps have real effects. */
  confirmed: boolean;
}

/**
 * Saves the edits and runs them on one entry, as a job of its own. The workflow itself stays as it is.
 * @throws AltaError `validation` with all faults of the steps; as `createJob`
 */
export function testDraft(
  ctx: Context,
  id: string,
  edits: Edits,
  { entryId, jobId, confirmed }: Test,
): Promise<{ job: JobRow; draft: DraftRow }> {
  requirePermission(ctx, 'jobs:write');
  if (ctx.workspace.environment === 'live' && !confirmed) {
    throw new AltaError('validation', 'A test run in live has real effects and must be confirmed.', {
      fieldCode: 'required',
      fields: { confirmed: 'is required in live' },
    });
  }
  return inTransaction(ctx, async (tx) => {
    const within = { ...ctx, tx };
    const draft = await saveDraft(within, id, edits);
    const { schema } = await lockWorkflow(tx, ctx, id);
    checkDefinition(schema, unsealDefinition(ctx.workspace, draft));
    const { steps, rescue } = draft;
    const job = await createJob(within, { workflowId: id, entryId, draft: { steps, rescue } }, jobId);
    return { job, draft };
  });
}

/** Runs `write` on the locked workflow and its draft, if the draft is still the one that the caller has seen. */
function onDraft<Value>(
  ctx: Context,
  id: string,
  revision: string | undefined,
  write: (tx: Transaction, workflow: WorkflowRow, draft: DraftRow | undefined) => Promise<Value>,
): Promise<Value> {
  requirePermission(ctx, 'workflows:write');
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'workflows:write');
    const workflow = await lockWorkflow(tx, ctx, id);
    const draft = await findDraft({ ...ctx, tx }, id);
    if (draft?.revision !== revision) {
      throw new AltaError('conflict', 'The draft was changed in the meantime.', {
        code: 'changed-meanwhile',
      });
    }
    const value = await write(tx, workflow, draft);
    await audit(tx, ctx, 'workflow.draft-changed', { kind: 'workflow', id });
    return value;
  });
}

const removeDraft = async (tx: Transaction, id: string): Promise<void> => {
  await tx.delete(workflowDrafts).where(eq(workflowDrafts.workflowId, id));
};

/** Steps whose ids and secrets the edits may refer to: those of the draft, then the published ones it lacks. */
function knownSteps(ctx: Context, workflow: WorkflowRow, draft: DraftRow | undefined): StepLists {
  const published = unsealDefinition(ctx.workspace, workflow);
  if (!draft) return published;
  const { steps, rescue } = unsealDefinition(ctx.workspace, draft);
  const ids = new Set([...steps, ...rescue].map(({ id }) => id));
  const missing = (list: Step[]) => list.filter(({ id }) => !ids.has(id));
  return {
    steps: [...steps, ...missing(published.steps)],
    rescue: [...rescue, ...missing(published.rescue)],
  };
}

const inputOf = ({ id, name, provider, config, summary, notes }: Step): StepInput => ({
  id,
  name,
  provider,
  config,
  summary,
  notes,
});
