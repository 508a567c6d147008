import { and, desc, eq, isNull } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { intents, jobs } from '#lib/database/tables/workflows.ts';
import type { Fault } from '#lib/errors.ts';
import { cancelDeliveriesOf } from '#lib/webhooks/deliveries.ts';
import { appendEvent } from './events.ts';

/** Ends a running job where it stands, without its rescue; one that has ended stays as it is. */
export async function cancelJob(tx: Transaction, ctx: Context, id: string, now = new Date()): Promise<void> {
  const ended = await endJob(tx, ctx, id, { code: 'cancelled', message: 'The job was cancelled' }, now);
  if (ended) await audit(tx, ctx, 'job.cancelled', { kind: 'job', id });
}

/** Ends the jobs whose current step waits for `ref`, which will not come any more. */
export async function endJobsThatWaitFor(
  tx: Transaction,
  ctx: Context,
  ref: string,
  fault: Fault,
  now = new Date(),
): Promise<void> {
  const waiting = await tx
    .select({ jobId: intents.jobId })
    .from(intents)
    .innerJoin(jobs, eq(jobs.id, intents.jobId))
    .where(and(eq(intents.ref, ref), eq(intents.completed, false), isNull(jobs.completedAt)));
  for (const { jobId } of waiting) await endJob(tx, ctx, jobId, fault, now);
}

async function endJob(tx: Transaction, ctx: Context, id: string, fault: Fault, now: Date): Promise<boolean> {
  const [ended] = await tx
    .update(jobs)
    .set({ status: 'KO', completedAt: now, nextAttemptAt: null, faults: [fault] })
    .where(and(eq(jobs.id, id), eq(jobs.workspaceId, ctx.workspace.id), isNull(jobs.completedAt)))
    .returning({ id: jobs.id });
  if (!ended) return false;
  const [current] = await tx
    .select({ id: intents.id })
    .from(intents)
    .where(and(eq(intents.jobId, id), eq(intents.completed, false)))
    .orderBy(desc(intents.createdAt))
    .limit(1);
  if (current) {
    await appendEvent(tx, current.id, { status: 'KO', code: fault.code, message: fault.message }, now);
    await tx.update(intents).set({ completed: true }).where(eq(intents.id, current.id));
  }
  await cancelDeliveriesOf(tx, id, now);
  return true;
}
