import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { intents, type JobRow, jobs } from '#lib/database/tables/workflows.ts';
import { plainText } from '#lib/documents/validation.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { requirePermission } from '#lib/roles.ts';
import { appendEvent } from './events.ts';
import type { Provider } from './provider.ts';
import { providers } from './providers.ts';
import { goTo, moveJob } from './step-results.ts';

/** Reason for skipping, for later readers of the job. */
export const SkipInput = z.strictObject({
  reason: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .refine(...plainText),
});

/** Manual actions allowed on the job's current step; none while it runs or after the job has ended. */
export function interventionsOf(job: JobRow): { retry: boolean; skip: boolean } {
  const waits = !job.completedAt && (job.status === 'ERR' || job.status === 'QUEUED');
  return { retry: waits && job.status === 'ERR', skip: waits && providerAt(job)?.skippable === true };
}

/**
 * Retries the failed step now, and restarts its retry schedule.
 * @throws AltaError `not-found`; `conflict` `nothing-to-retry` if no step has failed, `under-way` while a
 * message of the step is being sent
 */
export async function retryJob(ctx: Context, id: string, now = new Date()): Promise<void> {
  requirePermission(ctx, 'jobs:write');
  await inTransaction(ctx, async (tx) => retryStep(tx, ctx, await lockStep(tx, ctx, id), now));
}

/**
 * Retries the failed step of one of many jobs. Does nothing if the step is being tried or the job has succeeded: the
 * retry of one invoice also sends the others of its series.
 * @throws AltaError as `retryJob`; `conflict` `nothing-to-retry` only if the job has failed
 */
export async function retryJobIfFailing(ctx: Context, id: string, now = new Date()): Promise<void> {
  requirePermission(ctx, 'jobs:write');
  await inTransaction(ctx, async (tx) => {
    const locked = await lockStep(tx, ctx, id);
    const { status } = locked.job;
    if (status === 'ERR' || status === 'KO') await retryStep(tx, ctx, locked, now);
  });
}

/**
 * Moves the job past its waiting step. Work that the step has started continues on its own.
 * @throws AltaError `not-found`; `conflict` `not-skippable` if the job does not wait, or if later steps
 * depend on this one
 */
export async function skipStep(
  ctx: Context,
  id: string,
  { reason }: z.output<typeof SkipInput>,
  now = new Date(),
): Promise<void> {
  requirePermission(ctx, 'jobs:write');
  await inTransaction(ctx, async (tx) => {
    const { job, intent } = await lockStep(tx, ctx, id);
    if (!interventionsOf(job).skip || !intent) {
      throw new AltaError('conflict', 'The job is not waiting at a step that can be skipped.', {
        code: 'not-skippable',
      });
    }
    await appendEvent(tx, intent.id, { status: 'SKIP', code: 'skipped', params: { reason } }, now);
    const { phase, position, faults } = job;
    await goTo(tx, ctx, job, { phase, position: position + 1, faults }, now);
    await enqueue(tx, laneOf(ctx.workspace), 'job-advance', { jobId: id });
    await audit(tx, ctx, 'job.step-skipped', { kind: 'job', id }, { provider: intent.provider, reason });
  });
}

const providerAt = ({ phase, position, ...job }: JobRow): Provider | undefined =>
  providers.get(job[phase][position]?.provider ?? '');

async function retryStep(
  tx: Transaction,
  ctx: Context,
  { job, intent }: Awaited<ReturnType<typeof lockStep>>,
  now: Date,
): Promise<void> {
  if (!interventionsOf(job).retry || !intent) {
    throw new AltaError('conflict', 'No failed step of the job is waiting for a retry.', {
      code: 'nothing-to-retry',
    });
  }
  await appendEvent(tx, intent.id, { status: 'QUEUED', code: 'retried' }, now);
  await moveJob(tx, job, { status: 'QUEUED', reason: null, nextAttemptAt: now });
  if (intent.ref) await providerAt(job)?.retry?.(tx, ctx, intent.ref);
  await enqueue(tx, laneOf(ctx.workspace), 'job-advance', { jobId: job.id });
  await audit(tx, ctx, 'job.retried', { kind: 'job', id: job.id }, { provider: intent.provider });
}

/** Locks the job until the end of the transaction; returns it with its current step. */
async function lockStep(tx: Transaction, ctx: Context, id: string) {
  const [job] = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, id), eq(jobs.workspaceId, ctx.workspace.id)))
    .for('update');
  if (!job) throw notFound('The job');
  const { phase, position } = job;
  const [intent] = await tx
    .select()
    .from(intents)
    .where(and(eq(intents.jobId, id), eq(intents.phase, phase), eq(intents.position, position)));
  return { job, intent };
}
