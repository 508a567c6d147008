import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { audit, changesOf, type Subject } from '#lib/audit.ts';
import { type Context, inTransaction, lockPermission } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { jobs, workflowDrafts, workflows, workflowVersions } from '#lib/database/tables/workflows.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import type { WorkflowChange } from './definition-input.ts';
import {
  type Definition,
  fetchVersion,
  fetchWorkflow,
  findWorkflow,
  keyTakenBy,
  lockWorkflows,
  removeDefault,
  storeVersion,
  type WorkflowRow,
} from './definitions.ts';
import {
  checkDefinition,
  destinationsOf,
  resolveDrafts,
  sealDefinition,
  unsealDefinition,
} from './drafts.ts';

/**
 * Applies a change to a workflow. A changed definition becomes a new version, for jobs started from now on. A
 * workflow that is disabled or archived is not the default any more.
 * @throws AltaError `validation`, as createWorkflow; `conflict` `changed-meanwhile` if `change.version` is
 * not the newest version any more, `workflow-disabled` or `workflow-archived` for a default that can not be run
 */
export async function changeWorkflow(
  ctx: Context,
  id: string,
  change: WorkflowChange,
  now = new Date(),
): Promise<WorkflowRow> {
  requirePermission(ctx, 'workflows:write');
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'workflows:write');
    await lockWorkflows(tx, ctx);
    const row = await lockWorkflow(tx, ctx, id);
    if (change.version !== undefined && change.version !== row.version) throw changedMeanwhile(row);
    refuseOtherKind(row, change);
    const definition = await newDefinition({ ...ctx, tx }, row, change);
    const version = definition ? row.version + 1 : row.version;
    const use = newUse(row, change, now);
    const key = change.key ?? row.key;
    if (key !== row.key) await refuseTakenKey({ ...ctx, tx }, key);
    if (!definition && isDeepStrictEqual({ ...row, ...use, key }, row)) return row;
    if (use.isDefault && !row.isDefault) await removeDefault(tx, ctx, row.schema);
    const [changed] = await tx
      .update(workflows)
      .set({ ...definition, ...use, version, key })
      .where(eq(workflows.id, id))
      .returning();
    if (!changed) throw new Error(`The locked workflow ${id} is missing.`);
    const subject: Subject = { kind: 'workflow', id };
    if (definition) await storeVersion(tx, ctx, changed);
    if (definition || key !== row.key) {
      const changes = changesOf(loggable(row), loggable(changed));
      const detail = {
        version,
        ...(change.restoreVersion ? { restored: change.restoreVersion } : {}),
        ...(Object.keys(changes).length > 0 ? { changes } : {}),
      };
      await audit(tx, ctx, 'workflow.changed', subject, detail);
    }
    if (use.disabled !== row.disabled) {
      await audit(tx, ctx, use.disabled ? 'workflow.disabled' : 'workflow.enabled', subject);
    }
    if ((use.archivedAt === null) !== (row.archivedAt === null)) {
      await audit(tx, ctx, use.archivedAt ? 'workflow.archived' : 'workflow.restored', subject);
    }
    if (use.isDefault !== row.isDefault) {
      await audit(tx, ctx, use.isDefault ? 'workflow.default-set' : 'workflow.default-removed', subject);
    }
    return changed;
  });
}

/**
 * Deletes a workflow that no job has run. Jobs show their workflow, so one that has any can only be archived.
 * @throws AltaError `not-found`; `conflict` `workflow-in-use`
 */
export async function deleteWorkflow(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'workflows:write');
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'workflows:write');
    await lockWorkflows(tx, ctx);
    const { name } = await lockWorkflow(tx, ctx, id);
    const [job] = await tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.workflowId, id)).limit(1);
    if (job) {
      throw new AltaError(
        'conflict',
        'Jobs have run the workflow, so it can not be deleted. Archive it instead, by PATCH with "archived": true.',
        { code: 'workflow-in-use' },
      );
    }
    await tx.delete(workflowDrafts).where(eq(workflowDrafts.workflowId, id));
    await tx.delete(workflowVersions).where(eq(workflowVersions.workflowId, id));
    await tx.delete(workflows).where(eq(workflows.id, id));
    await audit(tx, ctx, 'workflow.deleted', { kind: 'workflow', id }, { name });
  });
}

/** Returns whether the change adds a destination that the workflow does not have. @throws AltaError `not-found` */
export async function addsDestination(ctx: Context, id: string, change: WorkflowChange): Promise<boolean> {
  const currentDestinations = destinationsOf(await fetchWorkflow(ctx, id));
  const { restoreVersion } = change;
  // `changeWorkflow` rejects an unknown version.
  const next = restoreVersion ? await fetchVersion(ctx, id, restoreVersion).catch(() => undefined) : change;
  return (
    next !== undefined &&
    [...destinationsOf(next)].some((destination) => !currentDestinations.has(destination))
  );
}

/** The workflow as the log shows it: only the names of its steps, because their settings may contain secrets. */
const loggable = ({ name, description, key, steps, rescue }: WorkflowRow) => ({
  name,
  description,
  key,
  steps: steps.map((step) => step.name).join(', '),
  rescue: rescue.map((step) => step.name).join(', '),
});

export async function lockWorkflow(tx: Transaction, ctx: Context, id: string): Promise<WorkflowRow> {
  const [row] = await tx
    .select()
    .from(workflows)
    .where(and(eq(workflows.id, id), eq(workflows.workspaceId, ctx.workspace.id)))
    .for('update');
  if (!row) throw notFound('The workflow');
  return row;
}

/** Returns whether the workflow can be run, and whether it is the default, after the change. */
function newUse(row: WorkflowRow, change: WorkflowChange, now: Date) {
  const disabled = change.disabled ?? row.disabled;
  const archived = change.archived ?? row.archivedAt !== null;
  // A client that sends a fetched default back, with `disabled` added, wants it disabled.
  if (change.default && !row.isDefault && (disabled || archived)) {
    const code = archived ? 'workflow-archived' : 'workflow-disabled';
    const state = archived ? 'An archived' : 'A disabled';
    throw new AltaError('conflict', `${state} workflow can not be the default.`, { code });
  }
  return {
    disabled,
    archivedAt: archived ? (row.archivedAt ?? now) : null,
    isDefault: (change.default ?? row.isDefault) && !disabled && !archived,
  };
}

async function refuseTakenKey(ctx: Context, key: string | null): Promise<void> {
  const other = key === null ? undefined : await findWorkflow(ctx, eq(workflows.key, key));
  if (other) throw keyTakenBy(other);
}

/** Rejects another document kind: the workflow's jobs are for entries of its kind. */
function refuseOtherKind(row: WorkflowRow, change: WorkflowChange): void {
  for (const name of ['schema', 'country'] as const) {
    if (change[name] === undefined || change[name] === row[name]) continue;
    throw new AltaError('validation', 'The country and the schema of a workflow can not be changed.', {
      fields: { [name]: `is ${row[name]} and can not be changed: create another workflow` },
    });
  }
}

const changedMeanwhile = ({ version }: WorkflowRow) =>
  new AltaError('conflict', `The workflow was changed in the meantime and is at version ${version}.`, {
    code: 'changed-meanwhile',
    fields: { version: `is now ${version}` },
  });

/** Returns the changed definition, sealed; undefined if nothing changes. */
async function newDefinition(
  ctx: Context,
  row: WorkflowRow,
  change: WorkflowChange,
): Promise<Definition | undefined> {
  const { name = row.name, description = row.description, steps, rescue } = change;
  if (change.restoreVersion !== undefined) {
    const { name, description, steps, rescue } = await versionToRestore(ctx, row, change.restoreVersion);
    const restored = unsealDefinition(ctx.workspace, { steps, rescue });
    checkDefinition(row.schema, restored);
    return unlessSame(ctx, row, { name, description, ...restored });
  }
  if (!steps && !rescue) {
    const isSame = name === row.name && description === row.description;
    return isSame ? undefined : { name, description, steps: row.steps, rescue: row.rescue };
  }
  const resolved = resolveDrafts(row.schema, change, unsealDefinition(ctx.workspace, row));
  return unlessSame(ctx, row, { name, description, ...resolved });
}

function unlessSame(ctx: Context, row: WorkflowRow, definition: Definition): Definition | undefined {
  const { name, description } = row;
  const current: Definition = { name, description, ...unsealDefinition(ctx.workspace, row) };
  if (isDeepStrictEqual(definition, current)) return undefined;
  return { ...definition, ...sealDefinition(ctx.workspace, definition) };
}

async function versionToRestore(ctx: Context, { id }: WorkflowRow, version: number): Promise<Definition> {
  return fetchVersion(ctx, id, version).catch((error: unknown) => {
    if (!(error instanceof AltaError) || error.key !== 'not-found') throw error;
    throw new AltaError('validation', error.message, {
      fieldCode: 'not-found',
      fields: { restoreVersion: 'was not found' },
    });
  });
}
