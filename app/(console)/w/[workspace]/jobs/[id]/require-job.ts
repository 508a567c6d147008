import 'server-only';

import { cache } from 'react';
import { foundBy, requireMember } from '#console/_session.ts';
import { entryTitle } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { workflowNames } from '#console/w/[workspace]/configuration/workflows/workflow-name.ts';
import { fetchListedEntry } from '#lib/silo/entries.ts';
import { fetchWorkflow } from '#lib/workflows/definitions.ts';
import { begunSteps, waitingAt } from '#lib/workflows/events.ts';
import { fetchJob } from '#lib/workflows/jobs.ts';

/** The job with its workflow, entry and steps. Cached, because the title and the page both need it. */
export const requireJob = cache(async (workspace: string, id: string) => {
  const visit = await requireMember(workspace, 'jobs:read');
  const { ctx } = visit;
  const row = await foundBy(id, (uuid) => fetchJob(ctx, uuid));
  const [workflow, entry, steps] = [
    await fetchWorkflow(ctx, row.workflowId),
    await fetchListedEntry(ctx, row.entryId),
    await begunSteps(ctx, row),
  ];
  return {
    ctx,
    row,
    steps,
    waiting: waitingAt(row, steps),
    workflowName: (await workflowNames())(workflow.name),
    entryName: await entryTitle(entry),
  };
});
export type FoundJob = Awaited<ReturnType<typeof requireJob>>;
