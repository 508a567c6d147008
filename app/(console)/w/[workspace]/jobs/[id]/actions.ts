'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { cancelJob } from '#lib/workflows/cancel.ts';
import { fetchJob, runAgain } from '#lib/workflows/jobs.ts';
import { retryJob, SkipInput, skipStep } from '#lib/workflows/retry-and-skip.ts';

const Job = z.strictObject({ id: z.uuid() });

export const runJobAgain = consoleAction(Job, async ({ ctx }, { id }) => {
  const job = await runAgain(ctx, id);
  redirect(workspacePath(ctx.workspace.slug, `/jobs/${job.id}`));
});

export const retry = consoleAction(Job, async ({ ctx }, { id }) => {
  await retryJob(ctx, id);
  refresh();
});

export const skip = consoleAction(Job.extend(SkipInput.shape), async ({ ctx }, { id, reason }) => {
  await skipStep(ctx, id, { reason });
  refresh();
});

/** Cancels the job. A job that has ended meanwhile stays unchanged, and the refreshed page shows it. */
export const cancel = consoleAction(Job, async ({ ctx }, { id }) => {
  await fetchJob(ctx, id);
  await cancelJob(ctx, id);
  refresh();
});
