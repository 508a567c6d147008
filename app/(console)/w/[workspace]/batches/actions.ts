'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { createBatch, maxRows, resumeBatch, stopBatch } from '#lib/batches/batches.ts';
import { listEndedJobs } from '#lib/workflows/job-list.ts';
import { matchingIds } from './_matching.ts';
import { acts, choosableLists, idOf } from './acts.ts';

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

/** The selected jobs that can be run again. */
export const findEnded = consoleAction(
  z.strictObject({ ids: z.array(id).min(1).max(maxRows) }),
  ({ ctx }, { ids }) => listEndedJobs(ctx, ids),
);

const Chosen = z.strictObject({
  operation: z.enum(acts),
  ids: z.array(id).min(1).max(maxRows),
  key: z.uuid(),
});

export const startBatch = consoleAction(Chosen, async ({ ctx }, { operation, ids, key }) => {
  const rows = [...new Set(ids)].map((each) => ({ key: each, data: { [idOf[operation]]: each } }));
  const batch = await createBatch(ctx, { operation, key, rows });
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
