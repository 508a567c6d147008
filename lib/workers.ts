import { database } from '#lib/database/client.ts';
import { checkCreditInvoice } from '#lib/invoices/credit-status.ts';
import { advanceMonthArchive } from '#lib/invoices/month-archive.ts';
import { sendSeries } from '#lib/invoices/send-series.ts';
import { checkDelegation } from '#lib/registrations/delegation.ts';
import { lookForPointOfSale } from '#lib/registrations/points-of-sale.ts';
import { lookAtAuthority, proveRegistration } from '#lib/registrations/prove.ts';
import { remindStalled } from '#lib/registrations/reminders.ts';
import { advanceBatch } from './batches/advance.ts';
import { isClosed } from './context.ts';
import { recordIdentity } from './database/restore-detection.ts';
import { refreshVault, VaultKeyMissing } from './database/vault-keys.ts';
import { log } from './log.ts';
import { sendQueuedMail } from './mail-worker.ts';
import { notifyExpiringKeys, queueDigests } from './notices.ts';
import { nudge, type QueueName, type QueuePayloads, repairMs } from './queue.ts';
import { overdue } from './queue-repair.ts';
import { work } from './queue-work.ts';
import { notifyExpiries } from './registrations/expiry.ts';
import { deleteExpired } from './retention.ts';
import { shutDown } from './shutdown.ts';
import { deliverWebhook } from './webhooks/attempt.ts';
import { advanceJob, wakeJobs } from './workflows/advance.ts';

/** The handler of each queue. */
const handlers: { [Name in QueueName]: (payload: QueuePayloads[Name]) => Promise<void> } = {
  'job-advance': ({ jobId }) => advanceJob(jobId),
  'job-wake': ({ ref }) => wakeJobs(ref),
  'registration-prove': (attempt) => proveRegistration(attempt),
  'registration-look': (look) => lookAtAuthority(look),
  'points-of-sale-read': (reading) => lookForPointOfSale(reading),
  'delegation-check': (check) => checkDelegation(check),
  'credit-invoice-check': (check) => checkCreditInvoice(check),
  mail: (mail) => sendQueuedMail(mail),
  'batch-advance': ({ batchId }) => advanceBatch(batchId),
  'month-archive': ({ archiveId }) => advanceMonthArchive(archiveId),
  'webhook-deliver': ({ deliveryId }) => deliverWebhook(deliveryId),
  'invoice-series': (series) => sendSeries(series),
};

const queueNames = Object.keys(handlers) as QueueName[];

/** How often expired rows are removed. */
const removalMs = 3_600_000;

/** How often to check whether another process uses a new vault key. This one then uses it too, or exits without it. */
const vaultWatchMs = 10_000;

/** How often to check whether a standby has taken over. Writes of the seconds before that may be lost. */
const takeoverWatchMs = 10_000;

/** Repair ignores rows that became due less than this ago, since their queue entry may still be on its way. */
const graceMs = 60_000;

/**
 * Starts the workers of this process. Only instrumentation.ts and tests call this.
 * @returns a function that stops the periodic tasks; `stopQueue` ends the running work
 */
export async function startWorkers(): Promise<() => Promise<void>> {
  for (const name of queueNames) await startWorker(name);
  const ending = new AbortController();
  const endings = [
    every(repairMs, () => repair()),
    every(removalMs, () => remove(ending.signal)),
    every(vaultWatchMs, watchVault),
    every(takeoverWatchMs, () => logFailure(() => recordIdentity(database()))),
  ];
  return async () => {
    ending.abort();
    await Promise.all(endings.map((end) => end()));
  };
}

/** Runs `work` now and every `ms`, one run at a time. @returns a function that stops it */
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

/**
 * The work of a closed workspace is dropped: its rows say what to do, here once it is opened again, or in the
 * installation that it moves to. Only invoices that are under way are finished.
 */
const startWorker = <Name extends QueueName>(name: Name) =>
  work(name, async (payload, workspaceId) => {
    if (name !== 'invoice-series' && (await isClosed(database(), workspaceId))) return;
    await handlers[name](payload);
  });

/**
 * Creates queue entries for due rows that lack one, whatever the cause: an emptied queue, a backup without the
 * queue, a version with other queue names. Also starts the notices, reminders and digests that are due.
 */
export async function repair(now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - graceMs);
  for (const name of queueNames) await logFailure(() => makeEntries(name, before));
  await logFailure(() => notifyExpiries(now));
  await logFailure(() => remindStalled(now));
  await logFailure(() => queueDigests(now));
  await logFailure(() => notifyExpiringKeys(now));
}

async function makeEntries<Name extends QueueName>(name: Name, before: Date): Promise<void> {
  const nudges = await overdue(name, before);
  if (nudges.length === 0) return;
  await nudge(name, nudges);
  log().warn({ queue: name, count: nudges.length }, 'work was waiting without an entry in the queue');
}

const remove = (signal: AbortSignal): Promise<void> =>
  logFailure(async () => {
    const removed = await deleteExpired({ signal });
    if (Object.keys(removed).length > 0) log().info({ removed }, 'expired records were deleted');
  });

const watchVault = (): Promise<void> =>
  logFailure(async () => {
    try {
      await refreshVault(database());
    } catch (error) {
      if (!(error instanceof VaultKeyMissing)) throw error;
      // This process could not unseal values that the other processes seal from now on.
      log().error(
        { err: error },
        'shutting down: another process started with a vault key that is not configured here',
      );
      void shutDown().finally(() => process.exit(1));
    }
  });

/** Logs a failure of a periodic task, such as an unavailable database. The next run repeats the work. */
const logFailure = (work: () => Promise<void>): Promise<void> =>
  work().catch((error: unknown) =>
    log().error({ err: error }, 'a periodic task failed and will be retried at its next run'),
  );
