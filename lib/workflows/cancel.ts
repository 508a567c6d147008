import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { intents, jobs } from '#lib/database/tables/workflows.ts';
import type { StoredFault } from '#lib/faults.ts';
import { requirePermission } from '#lib/roles.ts';
import { endPending } from '#lib/webhooks/deliveries.ts';
import { appendEvent } from './events.ts';

/** Ends a running job at its current step, without its rescue. A job that has ended stays unchanged. */
export async function cancelJob(ctx: Context, id: string, now = new Date()): Promise<void> {
  requirePermission(ctx, 'jobs:write');
  await inTransaction(ctx, async (tx) => {
    const cancelled = await endJob(tx, ctx, id, { code: 'cancelled' }, now);
    if (cancelled) await audit(tx, ctx, 'job.cancelled', { kind: 'job', id });
  });
}

/**
 * Ends the entry's jobs that have passed a step of provider `from` but not yet one of provider `to`, since
 * the event that `to` waits for will not come.
 */
export async function endJobsBetween(
  tx: Transaction,
  ctx: Context,
  { entryId, from, to }: { entryId: string; from: string; to: string },
  fault: StoredFault,
  now = new Date(),
): Promise<void> {
  const containsTo = sql`${jobs.steps} @> ${JSON.stringify([{ provider: to }])}::jsonb`;
  const running = await tx
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.entryId, entryId),
        eq(jobs.workspaceId, ctx.workspace.id),
        eq(jobs.phase, 'steps'),
        isNull(jobs.completedAt),
        containsTo,
      ),
    )
    .orderBy(asc(jobs.id))
    .for('update');
  for (const { id, steps, position } of running) {
    const hasDone = steps.slice(0, position).some(({ provider }) => provider === from);
    const isToLater = steps.slice(position).some(({ provider }) => provider === to);
    if (hasDone && isToLater) await endJob(tx, ctx, id, fault, now);
  }
}

async function endJob(
  tx: Transaction,
  ctx: Context,
  id: string,
  fault: StoredFault,
  now: Date,
): Promise<boolean> {
  const [cancelled] = await tx
    .update(jobs)
    .set({
      status: 'KO',
      completedAt: now,
      nextAttemptAt: null,
      // Keeps the faults that led into a rescue.
      faults: sql`${jobs.faults} || ${JSON.stringify([fault])}::jsonb`,
      reason: sql`coalesce(${jobs.faults} #>> '{0,code}', ${fault.code})`,
    })
    .where(and(eq(jobs.id, id), eq(jobs.workspaceId, ctx.workspace.id), isNull(jobs.completedAt)))
    .returning({ id: jobs.id });
  if (!cancelled) return false;
  const [current] = await tx
    .select({ id: intents.id })
    .from(intents)
    .where(and(eq(intents.jobId, id), eq(intents.completed, false)))
    .orderBy(desc(intents.createdAt))
    .limit(1);
  if (current) await appendEvent(tx, current.id, { status: 'KO', ...fault }, now);
  await endPending(tx, { job: id }, { status: 'cancelled', lastAnswer: { answer: 'job-cancelled' } }, now);
  return true;
}
