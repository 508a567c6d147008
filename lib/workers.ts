import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { delegations, registrations } from '#lib/database/tables/registrations.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { intents, jobs } from '#lib/database/tables/workflows.ts';
import { overdueSeries, sendSeries } from '#lib/invoices/send-series.ts';
import { checkDelegation } from '#lib/registrations/delegation.ts';
import { lookForPointOfSale } from '#lib/registrations/points-of-sale.ts';
import { lookAtAuthority, proveRegistration } from '#lib/registrations/prove.ts';
import { remindStalled } from '#lib/registrations/reminders.ts';
import { overdueDeliveries } from '#lib/webhooks/outbox.ts';
import { advanceBatch, overdueBatches } from './batches/advance.ts';
import { refreshVault, VaultKeyMissing } from './database/vault-state.ts';
import { log } from './log.ts';
import { overdueMails, sendQueuedMail } from './mail-worker.ts';
import { beginDigests, notifyExpiringKeys } from './notices.ts';
import { shutDown } from './process.ts';
import {
  isWithoutEntry,
  laneOf,
  mostNudges,
  type Nudge,
  nudge,
  type QueueName,
  type QueuePayloads,
  repairMs,
} from './queue.ts';
import { work } from './queue-work.ts';
import { notifyExpiries } from './registrations/expiry.ts';
import { removeOld } from './retention.ts';
import { deliverWebhook } from './webhooks/attempt.ts';
import { advanceJob, wakeJobs } from './workflows/advance.ts';

/** Jobs whose next step has been due since before `before`. */
async function overdueJobs(before: Date): Promise<Nudge<'job-advance'>[]> {
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

/** Refs that ended before `before` and still have waiting jobs. */
async function overdueWakes(before: Date): Promise<Nudge<'job-wake'>[]> {
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

/** Logins requested or postponed that have been due since before `before`. */
async function overdueProofs(before: Date): Promise<Nudge<'registration-prove'>[]> {
  const { id, proofRound, proofStatus, nextProofAt, updatedAt, completedAt, revokedAt } = registrations;
  const isDue = or(lt(nextProofAt, before), and(isNull(nextProofAt), lt(updatedAt, before)));
  const rows = await database()
    .select({ registrationId: id, round: proofRound, workspace: workspaces })
    .from(registrations)
    .innerJoin(workspaces, eq(workspaces.id, registrations.workspaceId))
    .where(
      and(
        inArray(proofStatus, ['running', 'retrying']),
        isNull(completedAt),
        isNull(revokedAt),
        isDue,
        isWithoutEntry('registration-prove', { registrationId: id }),
      ),
    )
    .limit(mostNudges);
  return rows.map(({ workspace, ...payload }) => ({ lane: laneOf(workspace), payload }));
}

/** Readings of points of sale that have been due since before `before`. */
export async function overduePointsOfSale(before: Date): Promise<Nudge<'points-of-sale-read'>[]> {
  const { id, nextPointsOfSaleAt, pointsOfSaleAttempts, completedAt, revokedAt } = registrations;
  const rows = await database()
    .select({ registrationId: id, attempts: pointsOfSaleAttempts, workspace: workspaces })
    .from(registrations)
    .innerJoin(workspaces, eq(workspaces.id, registrations.workspaceId))
    .where(
      and(
        lt(nextPointsOfSaleAt, before),
        isNotNull(completedAt),
        isNull(revokedAt),
        isWithoutEntry('points-of-sale-read', { registrationId: id }),
      ),
    )
    .limit(mostNudges);
  return rows.map(({ workspace, ...payload }) => ({ lane: laneOf(workspace), payload }));
}

/** Checks of delegations that have been due since before `before`. */
export async function overdueDelegations(before: Date): Promise<Nudge<'delegation-check'>[]> {
  const { entryId, checks, nextCheckAt } = delegations;
  const rows = await database()
    .select({ entryId, checks, workspace: workspaces })
    .from(delegations)
    .innerJoin(workspaces, eq(workspaces.id, delegations.workspaceId))
    .where(and(lt(nextCheckAt, before), isWithoutEntry('delegation-check', { entryId })))
    .limit(mostNudges);
  return rows.map(({ workspace, ...payload }) => ({ lane: laneOf(workspace), payload }));
}

interface Worker<Name extends QueueName> {
  handle(payload: QueuePayloads[Name]): Promise<void>;
  /** Work that has been due since before `before` and has no queue entry. */
  overdue(before: Date): Promise<Nudge<Name>[]>;
}

/** The handler of each queue, and how its entries are recreated from the rows. */
const workers: { [Name in QueueName]: Worker<Name> } = {
  'job-advance': { handle: ({ jobId }) => advanceJob(jobId), overdue: overdueJobs },
  'job-wake': { handle: ({ ref }) => wakeJobs(ref), overdue: overdueWakes },
  'registration-prove': { handle: (attempt) => proveRegistration(attempt), overdue: overdueProofs },
  // The page that waits for a lost look asks again.
  'registration-look': { handle: (look) => lookAtAuthority(look), overdue: async () => [] },
  'points-of-sale-read': { handle: (reading) => lookForPointOfSale(reading), overdue: overduePointsOfSale },
  'delegation-check': { handle: (check) => checkDelegation(check), overdue: overdueDelegations },
  mail: { handle: (mail) => sendQueuedMail(mail), overdue: overdueMails },
  'batch-advance': { handle: ({ batchId }) => advanceBatch(batchId), overdue: overdueBatches },
  'webhook-deliver': { handle: ({ deliveryId }) => deliverWebhook(deliveryId), overdue: overdueDeliveries },
  'invoice-series': { handle: (series) => sendSeries(series), overdue: overdueSeries },
};

const queueNames = Object.keys(workers) as QueueName[];

/** How often expired rows are removed. */
const removalMs = 3_600_000;

/** Time within which a process uses a new vault key introduced by another, or ends if it lacks it. */
const vaultWatchMs = 10_000;

/** Work due for less than this still has its entry on the way. */
const graceMs = 60_000;

/**
 * Starts the workers of this process. Only instrumentation.ts and tests call this.
 * @returns a function that stops the repairs; running work ends with the queue
 */
export async function startWorkers(): Promise<() => Promise<void>> {
  for (const name of queueNames) await startWorker(name);
  const ending = new AbortController();
  const endings = [
    every(repairMs, () => repair()),
    every(removalMs, () => remove(ending.signal)),
    every(vaultWatchMs, watchVault),
  ];
  return async () => {
    ending.abort();
    await Promise.all(endings.map((end) => end()));
  };
}

/** Runs `work` now and every `ms`, never twice at a time. @returns a function that stops it */
function every(ms: number, work: () => Promise<void>): () => Promise<void> {
  let working = work();
  const timer = setInterval(() => {
    working = working.then(work);
  }, ms);
  return () => {
    clearInterval(timer);
    return working;
  };
}

const startWorker = <Name extends QueueName>(name: Name) => work(name, workers[name].handle);

/**
 * Creates entries for waiting rows without one, whatever the cause: an emptied queue, a backup without the
 * queue, a version with other queue names.
 */
export async function repair(now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - graceMs);
  for (const name of queueNames) await settled(() => makeEntries(name, before));
  await settled(() => notifyExpiries(now));
  await settled(() => remindStalled(now));
  await settled(() => beginDigests(now));
  await settled(() => notifyExpiringKeys(now));
}

async function makeEntries<Name extends QueueName>(name: Name, before: Date): Promise<void> {
  const nudges = await workers[name].overdue(before);
  if (nudges.length === 0) return;
  await nudge(name, nudges);
  log().warn({ queue: name, count: nudges.length }, 'work waited without an entry in the queue');
}

const remove = (signal: AbortSignal): Promise<void> =>
  settled(async () => {
    const removed = await removeOld({ signal });
    if (Object.keys(removed).length > 0) log().info({ removed }, 'what was kept long enough was removed');
  });

const watchVault = (): Promise<void> =>
  settled(async () => {
    try {
      await refreshVault(database());
    } catch (error) {
      if (!(error instanceof VaultKeyMissing)) throw error;
      // This process could not open anything that the others seal.
      log().error(
        { err: error },
        'ends: another process has begun with a vault key that is not configured here',
      );
      void shutDown().finally(() => process.exit(1));
    }
  });

/** Work that fails now, for instance without a database, is repeated the next time. */
const settled = (work: () => Promise<void>): Promise<void> =>
  work().catch((error: unknown) =>
    log().error({ err: error }, 'a regular work failed, and is done the next time'),
  );
