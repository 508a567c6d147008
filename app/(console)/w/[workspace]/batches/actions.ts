'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { entryTitles } from '#console/w/[workspace]/_entries/entry-texts.ts';
import {
  workflowDescriptions,
  workflowNames,
} from '#console/w/[workspace]/configuration/workflows/workflow-name.ts';
import { createBatch, maxRows, resumeBatch, stopBatch } from '#lib/batches/batches.ts';
import { undoBatch } from '#lib/batches/undo.ts';
import { previewRun } from '#lib/batches/workflow-run.ts';
import { nextStepsOf, previewMails } from '#lib/reports/batch-entries.ts';
import { listWorkflowNames } from '#lib/workflows/definitions.ts';
import {
  listEndedJobs,
  listFailedJobsOf,
  listRetriedJobs,
  listRetriedJobsOf,
} from '#lib/workflows/job-list.ts';
import { matchingIds } from './_matching.ts';
import { acts, choosableLists, idOf, operationOf, schemaOf } from './acts.ts';

const id = z.uuid().toLowerCase();
const OfBatch = z.strictObject({ id });

const Matching = z.strictObject({
  list: z.enum(choosableLists),
  filters: z.record(z.string().max(50), z.string().max(200)),
});

/** Ids of a list's rows with these filters, at most as many as one batch takes. */
export const findMatching = consoleAction(Matching, ({ ctx }, { list, filters }) =>
  matchingIds(ctx, list, filters),
);

/** Most suppliers without an address that are named before a mail. */
const mostNamed = 5;

/**
 * The selected suppliers that get a mail with their link, with the name and address of the first, and the names
 * of those without an address.
 */
export const findMailed = consoleAction(
  z.strictObject({ ids: z.array(id).min(1).max(maxRows) }),
  async ({ ctx }, { ids }) => {
    const { withoutAddress, first, ...found } = await previewMails(ctx, ids);
    const titleOf = await entryTitles();
    return {
      ...found,
      ...(first ? { first: { name: titleOf(first), address: first.address } } : {}),
      withoutAddress: withoutAddress.length,
      named: withoutAddress.slice(0, mostNamed).map((entry) => ({ id: entry.id, name: titleOf(entry) })),
    };
  },
);
export type FoundMailed = Extract<Awaited<ReturnType<typeof findMailed>>, { ok: true }>['value'];

/** The selected jobs that can be run again. */
export const findEnded = consoleAction(
  z.strictObject({ ids: z.array(id).min(1).max(maxRows) }),
  ({ ctx }, { ids }) => listEndedJobs(ctx, ids),
);

const ToRun = z.strictObject({
  list: z.enum(['suppliers', 'invoices']),
  ids: z.array(id).min(1).max(maxRows),
  workflowId: id.optional(),
});

/** The workflows for a list's entries, and what happens if the chosen one, or else the first, runs on these. */
export const prepareRun = consoleAction(ToRun, async ({ ctx }, { list, ids, workflowId }) => {
  const [nameOf, descriptionOf] = [await workflowNames(), await workflowDescriptions()];
  const workflows = (await listWorkflowNames(ctx))
    .filter(({ schema, disabled, archivedAt }) => schema === schemaOf[list] && !disabled && !archivedAt)
    .map(({ id, name, description }) => ({
      id,
      name: nameOf(name),
      description: descriptionOf(description),
    }));
  const chosen = workflowId ?? workflows[0]?.id;
  const isLive = ctx.workspace.environment === 'live';
  return {
    workflows,
    isLive,
    run: chosen ? { workflowId: chosen, ...(await previewRun(ctx, chosen, ids)) } : undefined,
  };
});
export type PreparedRun = Extract<Awaited<ReturnType<typeof prepareRun>>, { ok: true }>['value'];

/** `ids`: those that the preview starts. The batch checks them again, one by one. */
export const startRun = consoleAction(
  z.strictObject({ workflowId: id, ids: z.array(id).min(1).max(maxRows), key: z.uuid() }),
  async ({ ctx }, { workflowId, ids, key }) => {
    const rows = [...new Set(ids)].map((each) => ({
      key: each,
      data: { silo_entry_id: each, workflow_id: workflowId },
    }));
    const batch = await createBatch(ctx, { operation: 'run-workflow', key, rows });
    return { id: batch.id };
  },
);

/** The jobs that authorize the selected invoices if they are run again: of those that failed. */
export const findFailed = consoleAction(
  z.strictObject({ ids: z.array(id).min(1).max(maxRows) }),
  ({ ctx }, { ids }) => listFailedJobsOf(ctx, ids),
);

/** The jobs that are tried now so that the selected jobs or invoices go on: those that wait for their next try. */
export const findRetried = consoleAction(
  z.strictObject({ list: z.enum(['jobs', 'invoices']), ids: z.array(id).min(1).max(maxRows) }),
  ({ ctx }, { list, ids }) => (list === 'jobs' ? listRetriedJobs(ctx, ids) : listRetriedJobsOf(ctx, ids)),
);

const Chosen = z.strictObject({
  operation: z.enum(acts),
  ids: z.array(id).min(1).max(maxRows),
  key: z.uuid(),
});

export const startBatch = consoleAction(Chosen, async ({ ctx }, { operation, ids, key }) => {
  const rows = [...new Set(ids)].map((each) => ({ key: each, data: { [idOf[operation]]: each } }));
  const batch = await createBatch(ctx, { operation: operationOf(operation), key, rows });
  return { id: batch.id };
});

export const stop = consoleAction(OfBatch, async ({ ctx }, { id }) => {
  await stopBatch(ctx, id);
  refresh();
});

export const resume = consoleAction(OfBatch, async ({ ctx }, { id }) => {
  await resumeBatch(ctx, id);
  refresh();
});

export const undo = consoleAction(OfBatch, async ({ ctx }, { id }) => {
  const { undone } = await undoBatch(ctx, id);
  refresh();
  return { undone };
});

/** The entries of a file's batch, by what can be done with them next. */
export const findNextSteps = consoleAction(OfBatch, ({ ctx }, { id }) => nextStepsOf(ctx, id));
