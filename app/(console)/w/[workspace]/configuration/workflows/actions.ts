'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction, requireStepUp } from '#console/_action.ts';
import type { Context } from '#lib/context.ts';
import { addsDestination, changeWorkflow } from '#lib/workflows/change-workflow.ts';
import { WorkflowChange, WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow, fetchVersion, fetchWorkflow } from '#lib/workflows/definitions.ts';
import { destinationsOf } from '#lib/workflows/drafts.ts';
import { savedWorkflow } from './[id]/require-workflow.ts';
import { parseAll } from './parse-all.ts';
import { authorNames } from './version-author.ts';

const id = z.uuid();
const version = z.int().min(1);

/** The definition has the shape of the API's body, so that faults have paths known to the editor. */
export const create = consoleAction(z.strictObject({ workflow: z.unknown() }), async ({ ctx }, input) => {
  const workflow = parseAll(WorkflowInput, input.workflow);
  if (!workflow.template && destinationsOf(workflow).size > 0) await requireStepUp();
  const row = await createWorkflow(ctx, workflow);
  return { id: row.id };
});

/** Like the API's PATCH. @throws `changed-meanwhile` if the version is no longer the newest */
export const save = consoleAction(z.strictObject({ id, change: z.unknown() }), async ({ ctx }, input) => {
  const row = await change(ctx, input.id, parseAll(WorkflowChange, input.change));
  refresh();
  return savedWorkflow(row);
});

/** The newest version, with its author and date, after a conflict. */
export const fetchNewest = consoleAction(z.strictObject({ id }), async ({ ctx }, input) => {
  const row = await fetchWorkflow(ctx, input.id);
  const { src, srcId, createdAt } = await fetchVersion(ctx, row.id, row.version);
  const nameOf = await authorNames(ctx);
  return {
    saved: savedWorkflow(row),
    by: src === 'user' && srcId ? nameOf({ src, srcId }) : undefined,
    at: createdAt,
  };
});
export type Newest = { saved: ReturnType<typeof savedWorkflow>; by: string | undefined; at: Date };

export const setDisabled = consoleAction(
  z.strictObject({ id, disabled: z.boolean() }),
  async ({ ctx }, { id, disabled }) => {
    await changeWorkflow(ctx, id, { disabled });
    refresh();
  },
);

/** Refused if `newest` is outdated, so that nobody undoes a change they have not seen. */
export const restore = consoleAction(
  z.strictObject({ id, version, newest: version }),
  async ({ ctx }, { id, version, newest }) => {
    await change(ctx, id, { restoreVersion: version, version: newest });
    refresh();
  },
);

/** Adding a destination requires a recent login. */
async function change(ctx: Context, id: string, change: WorkflowChange) {
  if (await addsDestination(ctx, id, change)) await requireStepUp();
  return changeWorkflow(ctx, id, change);
}
