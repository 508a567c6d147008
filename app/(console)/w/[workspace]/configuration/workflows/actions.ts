'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction, requireStepUp } from '#console/_action.ts';
import { entryNames } from '#console/w/[workspace]/_entries/entry-texts.ts';
import type { Context } from '#lib/context.ts';
import { parseDocument } from '#lib/documents/validation.ts';
import { AltaError } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { searchEntries } from '#lib/silo/search.ts';
import { addsDestination, changeWorkflow, deleteWorkflow } from '#lib/workflows/change-workflow.ts';
import { WorkflowChange, WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow, fetchWorkflow } from '#lib/workflows/definitions.ts';
import { destinationsOf } from '#lib/workflows/drafts.ts';
import { providers } from '#lib/workflows/providers.ts';
import { validateDefinition } from '#lib/workflows/validate-definition.ts';
import {
  discardDraft,
  type Edits,
  publishDraft,
  saveDraft,
  testDraft,
} from '#lib/workflows/workflow-draft.ts';
import type { SavedWorkflow } from './editor/draft.ts';
import { authorOfNewest, keptDraft, savedWorkflow } from './saved-workflow.ts';

const id = z.uuid();
const version = z.int().min(1);

/** `workflow` has the shape of the API's request body, so that faults have paths known to the editor. */
export const create = consoleAction(z.strictObject({ workflow: z.unknown() }), async ({ ctx }, input) => {
  const workflow = parseReportingAllFaults(WorkflowInput, input.workflow);
  if (!workflow.template && destinationsOf(workflow).size > 0) await requireStepUp();
  const row = await createWorkflow(ctx, workflow);
  return { id: row.id };
});

/** `revision`: that of the draft that the edits are based on. `draft` is parsed as the API's PATCH. */
const revision = id.optional();
const Edited = z.strictObject({
  id,
  revision,
  draft: z.looseObject({ name: z.string(), steps: z.array(z.unknown()), rescue: z.array(z.unknown()) }),
});

async function editsOf(ctx: Context, input: z.output<typeof Edited>): Promise<Edits> {
  const change = parseReportingAllFaults(WorkflowChange, input.draft);
  if (await addsDestination(ctx, input.id, change)) await requireStepUp();
  const { name = '', description = '', steps = [], rescue = [] } = change;
  return { revision: input.revision, name, description, steps, rescue };
}

/** Keeps the edits without publishing them. @throws `changed-meanwhile` if somebody else has saved a draft */
export const saveEdits = consoleAction(Edited, async ({ ctx }, input) => {
  const kept = await keptDraft(ctx, await saveDraft(ctx, input.id, await editsOf(ctx, input)));
  refresh();
  return kept;
});

export const discardEdits = consoleAction(z.strictObject({ id, revision: id }), async ({ ctx }, input) => {
  await discardDraft(ctx, input.id, input.revision);
  refresh();
});

/** Makes the edits the newest version. @throws `changed-meanwhile` if `version` is no longer the newest */
export const publish = consoleAction(Edited.extend({ version }), async ({ ctx }, input) => {
  const { version: seen, ...edited } = input;
  const row = await publishDraft(ctx, input.id, await editsOf(ctx, edited), seen);
  refresh();
  return savedWorkflow(ctx, row);
});

/** Entries that a test can run on, the newest first, and what the steps would send for one. */
export const prepareTest = consoleAction(
  z.strictObject({ id, q: z.string().max(100) }),
  async ({ ctx }, input) => {
    requirePermission(ctx, 'jobs:write');
    const { schema } = await fetchWorkflow(ctx, input.id);
    const folder = schema === 'bill/invoice' ? 'invoices' : 'suppliers';
    const nameOfEntry = await entryNames();
    const entries = await searchEntries(ctx, {
      folder,
      limit: maxTestEntries,
      ...(input.q ? { q: input.q } : {}),
    });
    return {
      isLive: ctx.workspace.environment === 'live',
      entries: entries.slice(0, maxTestEntries).map((entry) => ({ id: entry.id, title: nameOfEntry(entry) })),
    };
  },
);

const maxTestEntries = 20;

/** Keeps the edits and runs them on one entry. The client chooses `jobId`, so that a repeated request starts one job. */
export const testRun = consoleAction(
  Edited.extend({ entryId: id, jobId: id, confirmed: z.boolean() }),
  async ({ ctx }, { entryId, jobId, confirmed, ...edited }) => {
    const edits = await editsOf(ctx, edited);
    const { job } = await testDraft(ctx, edited.id, edits, { entryId, jobId, confirmed });
    return { jobId: job.id };
  },
);

/** The newest version, with its author and date, after a conflict. */
export const fetchNewest = consoleAction(z.strictObject({ id }), async ({ ctx }, input) => {
  const row = await fetchWorkflow(ctx, input.id);
  return { saved: await savedWorkflow(ctx, row), ...(await authorOfNewest(ctx, row)) };
});
export type NewestVersion = { saved: SavedWorkflow; by: string | undefined; at: Date };

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
