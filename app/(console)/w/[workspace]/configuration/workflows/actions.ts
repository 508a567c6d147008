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

/** The definition is the API's own body: its faults have the paths that the editor knows. */
export const create = consoleAction(z.strictObject({ workflow: z.unknown() }), async ({ ctx }, input) => {
  const workflow = parseAll(WorkflowInput, input.workflow);
  if (!workflow.template && destinationsOf(workflow).size > 0) await requireStepUp();
  const row = await createWorkflow(ctx, workflow);
  return { id: row.id };
});

/** As the API's PATCH. @throws `changed-meanwhile` when the version is not the newest any more. */
export const save = consoleAction(z.strictObject({ id, change: z.unknown() }), async ({ ctx }, input) => {
  const row = await change(ctx, input.id, parseAll(WorkflowChange, input.change));
  refresh();
  return savedWorkflow(row);
});

/** What somebody else has saved meanwhile, who and when. */
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

/** Of what is the newest for who asks: another's change is not undone unseen. */
export const restore = consoleAction(
  z.strictObject({ id, version, newest: version }),
  async ({ ctx }, { id, version, newest }) => {
    await change(ctx, id, { restoreVersion: version, version: newest });
    refresh();
  },
);

/** A change that sends to a new destination asks for a recent login. */
async function change(ctx: Context, id: string, change: WorkflowChange) {
  if (await addsDestination(ctx, id, change)) await requireStepUp();
  return changeWorkflow(ctx, id, change);
}
