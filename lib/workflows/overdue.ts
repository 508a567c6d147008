import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { intents, jobs } from '#lib/database/tables/workflows.ts';
import { isWithoutEntry, laneOf, mostNudges, type Nudge } from '#lib/queue.ts';

/** Jobs whose next step is due since before `before`. */
export async function overdueJobs(before: Date): Promise<Nudge<'job-advance'>[]> {
  const isDue = or(
    lt(jobs.nextAttemptAt, before),
    and(isNull(jobs.nextAttemptAt), lt(jobs.updatedAt, before)),
  );
  const rows = await database()
    .select({ jobId: jobs.id, workspace: workspaces })
    .from(jobs)
    .innerJoin(workspaces, eq(workspaces.id, jobs.workspaceId))
    .where(and(isNull(jobs.completedAt), isDue, isWithoutEntry('job-advance', { jobId: jobs.id })))
    .limit(mostNudges);
  return rows.map(({ jobId, workspace }) => ({ lane: laneOf(workspace), payload: { jobId } }));
}

/** What came to its end before `before`, and has jobs that wait for it still. */
export async function overdueWakes(before: Date): Promise<Nudge<'job-wake'>[]> {
  const at = sql`${before.toISOString()}::timestamptz`;
  const ref = sql`${intents.ref}::uuid`;
  const hasEnded = or(
    sql`exists (select 1 from ${invoiceSubmissions} where ${invoiceSubmissions.id} = ${ref}
      and ${invoiceSubmissions.settledAt} < ${at})`,
    sql`exists (select 1 from ${webhookDeliveries} where ${webhookDeliveries.id} = ${ref}
      and ${webhookDeliveries.completedAt} < ${at})`,
    sql`exists (select 1 from ${registrations} where ${registrations.id} = ${ref}
      and coalesce(${registrations.completedAt}, ${registrations.revokedAt}) < ${at})`,
  );
  const isCurrent = and(
    eq(intents.jobId, jobs.id),
    eq(intents.phase, jobs.phase),
    eq(intents.position, jobs.position),
  );
  const rows = await database()
    .selectDistinct({ ref: sql<string>`${intents.ref}`, workspace: workspaces })
    .from(jobs)
    .innerJoin(intents, isCurrent)
    .innerJoin(workspaces, eq(workspaces.id, jobs.workspaceId))
    .where(and(isNull(jobs.completedAt), hasEnded, isWithoutEntry('job-wake', { ref: intents.ref })))
    .limit(mostNudges);
  return rows.map(({ ref, workspace }) => ({ lane: laneOf(workspace), payload: { ref } }));
}
