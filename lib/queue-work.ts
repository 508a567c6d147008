import type { Job, JobResult } from 'pg-boss';
import { environments } from './authority-environment.ts';
import { log } from './log.ts';
import { queueFailures } from './metrics.ts';
import { type QueueName, type QueuePayloads, queue, queueOf, slots } from './queue.ts';
import { traced } from './tracing/tracing.ts';

/** Delayed entries become due without a notification: workers poll for them this often. */
const pollingSeconds = 2;

/** Entries that take longer count as waiting for an external service. */
const patienceMs = 1_000;

/** Passes a queue's entries to `handle`, in sets, within its slots. Failed entries are retried later. */
export async function work<Name extends QueueName>(
  name: Name,
  handle: (payload: QueuePayloads[Name]) => Promise<void>,
): Promise<void> {
  for (const environment of environments) await workOn(queueOf(name, environment), name, handle);
}

/**
 * One worker listens to the queue. When it gets a set it hands the listening on to another, and retires after
 * its work if another one is listening by then: a notification wakes every listening worker, and each queries
 * the database.
 */
async function workOn<Name extends QueueName>(
  id: string,
  name: Name,
  handle: (payload: QueuePayloads[Name]) => Promise<void>,
): Promise<void> {
  const boss = queue();
  const { set, atOnce, waiting: mostWaiting, ofLane } = slots[name];
  const options = {
    batchSize: set,
    perJobResults: true as const,
    pollingIntervalSeconds: pollingSeconds,
    notifyPollingIntervalSeconds: pollingSeconds,
  };
  let listening = 0;
  let busy = 0;
  let waiting = 0;
  const inLane = new Map<string, number>();

  /** Counting the lanes makes a fetch cost three times as much: only done while a lane is full here. */
  const isLaneFull = () => [...inLane.values()].some((held) => held >= ofLane);

  async function listen(): Promise<void> {
    listening += 1;
    const countsLanes = isLaneFull();
    const lanes = countsLanes ? { groupConcurrency: ofLane } : {};
    const worker: string = await boss.work<QueuePayloads[Name]>(id, { ...options, ...lanes }, (entries) =>
      take(entries, worker, countsLanes),
    );
  }

  async function listenOn(): Promise<void> {
    // A queue that is stopping takes no new worker, and needs none.
    await listen().catch(() => {
      listening -= 1;
    });
  }

  async function makeRoom(): Promise<void> {
    if (listening === 0 && busy < atOnce && waiting < mostWaiting) await listenOn();
  }

  async function take(
    entries: Job<QueuePayloads[Name]>[],
    worker: string,
    countsLanes: boolean,
  ): Promise<JobResult[]> {
    listening -= 1;
    busy += 1;
    for (const { groupId } of entries) hold(groupId ?? '', 1);
    await makeRoom();
    let isWaiting = false;
    const patience = setTimeout(() => {
      isWaiting = true;
      busy -= 1;
      waiting += 1;
      void makeRoom();
    }, patienceMs);
    const results = await Promise.all(entries.map((entry) => resultOf(name, entry, handle)));
    clearTimeout(patience);
    if (isWaiting) waiting -= 1;
    else busy -= 1;
    const wasFull = isLaneFull();
    for (const { groupId } of entries) hold(groupId ?? '', -1);
    // The listening worker may have skipped a full lane: after it frees up, another look is needed.
    const looks = listening === 0 || (wasFull && !isLaneFull());
    if (looks && countsLanes === isLaneFull()) {
      listening += 1;
      // On its own the worker pauses after each set, which would slow the queue to its polling interval.
      boss.notifyWorker(worker);
    } else {
      await boss.offWork(id, { id: worker, wait: false });
      if (looks) await listenOn();
    }
    return results;
  }

  function hold(lane: string, more: 1 | -1): void {
    const held = (inLane.get(lane) ?? 0) + more;
    if (held > 0) inLane.set(lane, held);
    else inLane.delete(lane);
  }

  await listen();
}

/** The queue stores the failure: a text of our own, since the error may quote a query's values. */
async function resultOf<Name extends QueueName>(
  queue: Name,
  { id, data }: Job<QueuePayloads[Name]>,
  handle: (payload: QueuePayloads[Name]) => Promise<void>,
): Promise<JobResult> {
  try {
    const { traceparent, ...payload } = data as QueuePayloads[Name] & { traceparent?: string };
    await traced(`queue ${queue}`, { 'alta.queue': queue }, () => handle(payload as QueuePayloads[Name]), {
      parent: traceparent,
    });
    return { id, status: 'completed' };
  } catch (error) {
    queueFailures().inc({ queue });
    log().error({ err: error, queue }, 'an entry of the queue failed and will be retried');
    return { id, status: 'failed', output: { message: 'The entry failed: the log has the reason.' } };
  }
}
