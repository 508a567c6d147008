import type { Job } from 'pg-boss';
import { environments } from './environment.ts';
import { log } from './log.ts';
import { type QueueName, type QueuePayloads, queue, queueOf, slots } from './queue.ts';

/** An entry that was put off comes due without a notification: workers look for it this often. */
const pollingSeconds = 2;

/** An entry that takes longer waits for somebody outside. */
const patienceMs = 1_000;

/** Gives the entries of a queue to `handle`, within its slots. An entry whose handling fails comes again later. */
export async function work<Name extends QueueName>(
  name: Name,
  handle: (payload: QueuePayloads[Name]) => Promise<void>,
): Promise<void> {
  for (const environment of environments) await workOn(queueOf(name, environment), name, handle);
}

/**
 * One worker listens to the queue. When it gets an entry it leaves the listening to another, and retires after its
 * work if somebody listens by then: a notification wakes every worker that listens, and each asks the database.
 * Lanes are counted over all processes, so no process knows by itself that one has room again.
 */
async function workOn<Name extends QueueName>(
  id: string,
  name: Name,
  handle: (payload: QueuePayloads[Name]) => Promise<void>,
): Promise<void> {
  const boss = queue();
  const { atOnce, waiting: mostWaiting, ofLane } = slots[name];
  const options = {
    batchSize: 1,
    pollingIntervalSeconds: pollingSeconds,
    notifyPollingIntervalSeconds: pollingSeconds,
    groupConcurrency: ofLane,
  };
  const listeners = new Set<string>();
  let isStarting = false;
  let busy = 0;
  let waiting = 0;

  async function listen(): Promise<void> {
    isStarting = true;
    try {
      const worker = await boss.work<QueuePayloads[Name]>(id, options, async (batch) => {
        for (const entry of batch) await take(entry, worker);
      });
      listeners.add(worker);
    } finally {
      isStarting = false;
    }
  }

  async function makeRoom(): Promise<void> {
    if (isStarting || listeners.size > 0 || busy >= atOnce || waiting >= mostWaiting) return;
    // A queue that stops takes no new worker, and needs none.
    await listen().catch(() => {});
  }

  async function take({ data }: Job<QueuePayloads[Name]>, worker: string): Promise<void> {
    listeners.delete(worker);
    busy += 1;
    await makeRoom();
    let isWaiting = false;
    const patience = setTimeout(() => {
      isWaiting = true;
      busy -= 1;
      waiting += 1;
      void makeRoom();
    }, patienceMs);
    try {
      await handle(data).catch((error) => refuse(name, error));
    } finally {
      clearTimeout(patience);
      if (isWaiting) waiting -= 1;
      else busy -= 1;
      if (listeners.size > 0) await boss.offWork(id, { id: worker, wait: false });
      else listeners.add(worker);
      // By itself a worker rests after each entry, and looks again at its polling's pace after it found nothing: it may
      // have found the lane full that has room now.
      for (const listener of listeners) boss.notifyWorker(listener);
    }
  }

  await listen();
}

/** The queue keeps what a handler throws: an error of its own, for the real one may quote a query's values. */
function refuse(queue: QueueName, error: unknown): never {
  log().error({ err: error, queue }, 'an entry of the queue failed and comes again');
  throw new Error('The entry failed: the log says why.');
}
