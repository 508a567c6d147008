import type { Job } from 'pg-boss';
import { environments } from './authority-environment.ts';
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
    const worker = await boss.work<QueuePayloads[Name]>(id, { ...options, ...lanes }, async (batch) => {
      for (const entry of batch) await take(entry, worker, countsLanes);
    });
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
    { data, groupId }: Job<QueuePayloads[Name]>,
    worker: string,
    countsLanes: boolean,
  ): Promise<void> {
    listening -= 1;
    busy += 1;
    const lane = groupId ?? '';
    inLane.set(lane, (inLane.get(lane) ?? 0) + 1);
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
      const wasFull = leave(lane) >= ofLane;
      // Who listens may have passed over a lane that was full: then somebody looks for what is next there.
      const looks = listening === 0 || wasFull;
      if (looks && countsLanes === isLaneFull()) {
        listening += 1;
        // By itself it rests after each entry, and the queue would be worked off at its polling's pace.
        boss.notifyWorker(worker);
      } else {
        await boss.offWork(id, { id: worker, wait: false });
        if (looks) await listenOn();
      }
    }
  }

  /** @returns how many the lane had, with the one that leaves. */
  function leave(lane: string): number {
    const held = inLane.get(lane) ?? 1;
    if (held > 1) inLane.set(lane, held - 1);
    else inLane.delete(lane);
    return held;
  }

  await listen();
}

/** The queue keeps what a handler throws: an error of its own, for the real one may quote a query's values. */
function refuse(queue: QueueName, error: unknown): never {
  log().error({ err: error, queue }, 'an entry of the queue failed and comes again');
  throw new Error('The entry failed: the log says why.');
}
