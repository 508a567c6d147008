'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { afterRecentLogin, consoleAction } from '#console/_action.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { allowArgument } from '#lib/invoices/issue.ts';
import { eraseSupplier } from '#lib/privacy/erase-supplier.ts';
import { checkPointsOfSale } from '#lib/registrations/check-points-of-sale.ts';
import { archiveEntry, restoreEntry } from '#lib/silo/entries.ts';
import { StateInput, setState } from '#lib/silo/states.ts';
import { createJob } from '#lib/workflows/jobs.ts';

const id = z.uuid().toLowerCase();

/**
 * `jobId` is the client's own, so that what is sent twice is one job. `allow`: the dialog has warned that a note
 * credits more than is left.
 */
const Run = z.strictObject({
  id,
  workflowId: id,
  jobId: id,
  allow: z.literal('credit-exceeds-invoice').optional(),
});

export const runWorkflow = consoleAction(Run, async ({ ctx }, { id: entryId, workflowId, jobId, allow }) => {
  const args = allow ? { [allowArgument]: allow } : {};
  const job = await createJob(ctx, { workflowId, entryId, args }, jobId);
  return { jobId: job.id };
});

export const changeState = consoleAction(StateInput.extend({ id }), async ({ ctx }, { id, ...state }) => {
  await setState(ctx, id, state);
  refresh();
});

export const archive = consoleAction(z.strictObject({ id }), async ({ ctx }, { id }) => {
  await archiveEntry(ctx, id);
  refresh();
});

export const restore = consoleAction(z.strictObject({ id }), async ({ ctx }, { id }) => {
  await restoreEntry(ctx, id);
  refresh();
});

export const erase = consoleAction(
  z.strictObject({ id, confirm: z.string().max(600) }),
  afterRecentLogin(async ({ ctx }, { id, confirm }) => {
    await eraseSupplier(ctx, id, confirm);
  }),
);

/** What was kept is drawn anew when the authority does not answer, too: the page then says so. */
export const checkPoints = consoleAction(z.strictObject({ id }), async ({ ctx }, { id }) => {
  await limit('proof', id);
  try {
    await checkPointsOfSale(ctx, id);
  } finally {
    refresh();
  }
});
