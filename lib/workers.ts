import { advanceBatch, overdueBatches } from './batches/advance.ts';
import { database } from './database/client.ts';
import { refreshVault, VaultKeyMissing } from './database/vault-state.ts';
import { overdueSeries, sendSeries } from './invoices/send-series.ts';
import { log } from './log.ts';
import { overdueMails, sendQueuedMail } from './mail-worker.ts';
import { beginDigests } from './notices/digest.ts';
import { notifyExpiringKeys } from './notices/key-expiry.ts';
import { type Nudge, nudge, repairMs } from './queue.ts';
import type { QueueName, QueuePayloads } from './queue-list.ts';
import { work } from './queue-work.ts';
import { checkDelegation } from './registrations/delegation/check.ts';
import { overdueDelegations } from './registrations/delegation/overdue.ts';
import { notifyExpiries } from './registrations/expiry.ts';
import { lookAtAuthority } from './registrations/look-again.ts';
import { overdueProofs } from './registrations/overdue.ts';
import { lookForPointOfSale } from './registrations/points-of-sale/look-for.ts';
import { overduePointsOfSale } from './registrations/points-of-sale/overdue.ts';
import { proveRegistration } from './registrations/prove.ts';
import { remindStalled } from './registrations/reminders/remind-stalled.ts';
import { removeOld } from './retention.ts';
import { shutDown } from './shutdown.ts';
import { deliverWebhook } from './webhooks/deliver.ts';
import { overdueDeliveries } from './webhooks/outbox.ts';
import { advanceJob, wakeJobs } from './workflows/advance.ts';
import { overdueJobs, overdueWakes } from './workflows/overdue.ts';

interface Worker<Name extends QueueName> {
  handle(payload: QueuePayloads[Name]): Promise<void>;
  /** What is due since before `before` and has no entry in the queue. */
  overdue(before: Date): Promise<Nudge<Name>[]>;
}

/** Who handles each queue, and how its entries are made anew from the rows: no queue is without. */
const workers: { [Name in QueueName]: Worker<Name> } = {
  'job-advance': { handle: ({ jobId }) => advanceJob(jobId), overdue: overdueJobs },
  'job-wake': { handle: ({ ref }) => wakeJobs(ref), overdue: overdueWakes },
  'registration-prove': { handle: (attempt) => proveRegistration(attempt), overdue: overdueProofs },
  // A look that got lost is asked for again by the page that waits for it.
  'registration-look': { handle: (look) => lookAtAuthority(look), overdue: async () => [] },
  'points-of-sale-read': { handle: (reading) => lookForPointOfSale(reading), overdue: overduePointsOfSale },
  'delegation-check': { handle: (check) => checkDelegation(check), overdue: overdueDelegations },
  mail: { handle: (mail) => sendQueuedMail(mail), overdue: overdueMails },
  'batch-advance': { handle: ({ batchId }) => advanceBatch(batchId), overdue: overdueBatches },
  'webhook-deliver': { handle: ({ deliveryId }) => deliverWebhook(deliveryId), overdue: overdueDeliveries },
  'invoice-series': { handle: (series) => sendSeries(series), overdue: overdueSeries },
};
const queueNames = Object.keys(workers) as QueueName[];

/** So often what is kept for a time is looked through. */
const removalMs = 3_600_000;

/** So soon a process seals under a key with which another has begun, or ends without it. */
const vaultWatchMs = 10_000;

/** What is due for less than this has its entry under way. */
const graceMs = 60_000;

/**
 * Starts the workers of this process. Only instrumentation.ts and tests call this.
 * @returns what ends the repairs; what the workers have in hand ends with the queue.
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

/** Now, and again each time that so long has passed; never twice at a time. Gives what ends it. */
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
 * Makes entries for the rows that wait without one, whatever became of it: a queue that was emptied, a backup that
 * left it out, a version that named it otherwise.
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
      // It could open nothing that the others seal.
      log().error(
        { err: error },
        'ends: another process has begun with a vault key that is not configured here',
      );
      void shutDown().finally(() => process.exit(1));
    }
  });

/** What can not be done now, with a database that is away, is done the next time. */
const settled = (work: () => Promise<void>): Promise<void> =>
  work().catch((error: unknown) =>
    log().error({ err: error }, 'a regular work failed, and is done the next time'),
  );
