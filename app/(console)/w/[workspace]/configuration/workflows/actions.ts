'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction, requireStepUp } from '#console/_action.ts';
import type { Context } from '#lib/context.ts';
import { parseDocument } from '#lib/documents/validation.ts';
import { AltaError } from '#lib/errors.ts';
import { addsDestination, changeWorkflow, deleteWorkflow } from '#lib/workflows/change-workflow.ts';
import { WorkflowChange, WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow, fetchVersion, fetchWorkflow } from '#lib/workflows/definitions.ts';
import { destinationsOf } from '#lib/workflows/drafts.ts';
import { providers } from '#lib/workflows/providers.ts';
import { validateDefinition } from '#lib/workflows/validate-definition.ts';
import { authorNames, savedWorkflow } from './saved-workflow.ts';

const id = z.uuid();
const version = z.int().min(1);

/** `workflow` has the shape of the API's request body, so that faults have paths known to the editor. */
export const create = consoleAction(z.strictObject({ workflow: z.unknown() }), async ({ ctx }, input) => {
  const workflow = parseReportingAllFaults(WorkflowInput, input.workflow);
  if (!workflow.template && destinationsOf(workflow).size > 0) await requireStepUp();
  const row = await createWorkflow(ctx, workflow);
  return { id: row.id };
});

/** Like the API's PATCH. @throws `changed-meanwhile` if the version is no longer the newest */
export const save = consoleAction(z.strictObject({ id, change: z.unknown() }), async ({ ctx }, input) => {
  const row = await changeWithStepUp(ctx, input.id, parseReportingAllFaults(WorkflowChange, input.change));
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
export type NewestVersion = { saved: ReturnType<typeof savedWorkflow>; by: string | undefined; at: Date };

export const setDisabled = consoleAction(
  z.strictObject({ id, disabled: z.boolean() }),
  async ({ ctx }, { id, disabled }) => {
    await changeWorkflow(ctx, id, { disabled });
    refresh();
  },
);

/** Instead of the present default for its kind of document. */
export const makeDefault = consoleAction(z.strictObject({ id }), async ({ ctx }, { id }) => {
  await changeWorkflow(ctx, id, { default: true });
  refresh();
});

export const setArchived = consoleAction(
  z.strictObject({ id, archived: z.boolean() }),
  async ({ ctx }, { id, archived }) => {
    await changeWorkflow(ctx, id, { archived });
    refresh();
  },
);

export const remove = consoleAction(z.strictObject({ id }), async ({ ctx }, { id }) => {
  await deleteWorkflow(ctx, id);
  refresh();
});

/**
 * Refused if there is a newer version than `seen`, the newest when the page was loaded, so that nobody undoes a change
 * they have not seen.
 */
export const restore = consoleAction(
  z.strictObject({ id, version, seen: version }),
  async ({ ctx }, { id, version, seen }) => {
    await changeWithStepUp(ctx, id, { restoreVersion: version, version: seen });
    refresh();
  },
);

/** Adding a destination requires a recent login. */
async function changeWithStepUp(ctx: Context, id: string, change: WorkflowChange) {
  if (await addsDestination(ctx, id, change)) await requireStepUp();
  return changeWorkflow(ctx, id, change);
}

const Steps = z.array(
  z.looseObject({
    id: z.string(),
    provider: z.string(),
    config: z.record(z.string(), z.unknown()).exactOptional(),
  }),
);
const Definition = z.looseObject({ steps: Steps, rescue: Steps });

/**
 * Parses like the API. The API reports faults of the steps' configuration only when the rest is valid; here
 * all faults are reported at once.
 */
function parseReportingAllFaults<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  try {
    return parseDocument(schema, sent, []);
  } catch (error) {
    const { data } = Definition.safeParse(sent);
    if (!(error instanceof AltaError) || !data) throw error;
    const { fields, faults, message } = error;
    // A change has no `schema`, so this fault would be wrong.
    const stepFaults = validateDefinition({ ...data, schema: '' }, providers).faults.filter(
      ({ code }) => code !== 'wrong-schema',
    );
    throw new AltaError('validation', message, { fields, faults: [...faults, ...stepFaults] });
  }
}
