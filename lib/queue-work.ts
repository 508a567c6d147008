import type { Job, JobResult } from 'pg-boss';
import { environments } from './authority-environment.ts';
import { log } from './log.ts';
import { queueFailures } from './metrics.ts';
import { type QueueName, type QueuePayloads, queue, queueOf, slots } from './queue.ts';
import { traced } from './tracing/tracing.ts';

/** An entry that was put off comes due without a notification: workers look for it this often. */
const pollingSeconds = 2;

/** An entry that takes longer waits for somebody outside. */
const patienceMs = 1_000;

/** Gives the entries of a queue to `handle`, in sets, within its slots. One whose handling fails comes again later. */
export async function work<Name extends QueueName>(
  name: Name,
  handle: (payload: QueuePayloads[Name]) => Promise<void>,
): Promise<void> {
  for (const environment of environments) await workOn(queueOf(name, environment), name, handle);
}

/**
 * One worker listens to the queue. When it gets a set it leaves the listening to another, and retires after its work
 * if somebody listens by then: a notification wakes every worker that listens, and each asks the database.
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

  /** A look that counts the lanes costs the database three times as much: it is for when one is full here. */
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
    // A queue that stops takes no new worker, and needs none.
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
    // Who listens may have passed over a lane that was full: then somebody looks for what is next there.
    const looks = listening === 0 || (wasFull && !isLaneFull());
    if (looks && countsLanes === isLaneFull()) {
      listening += 1;
      // By itself it rests after each set, and the queue would be worked off at its polling's pace.
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

/** The queue keeps what is said of a failure: words of our own, for the error may quote a query's values. */
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
    log().error({ err: error, queue }, 'an entry of the queue failed and comes again');
    return { id, status: 'failed', output: { message: 'The entry failed: the log says why.' } };
  }
}
