import type { Job, JobResult } from 'pg-boss';
import { environments } from './authority-environment.ts';
import { log } from './log.ts';
import { queueFailures } from './metrics.ts';
import { type QueueName, type QueuePayloads, queue, queueOf, slots, workspaceOfLane } from './queue.ts';
import { traced } from './tracing/tracing.ts';

/** How often workers poll for delayed entries, which become due without a notification. */
const pollingSeconds = 2;

/** A worker that takes longer for a set counts as waiting for an external service. */
const patienceMs = 1_000;

/** Handles an entry; `workspaceId` is that of its lane. */
type Handler<Name extends QueueName> = (payload: QueuePayloads[Name], workspaceId: string) => Promise<void>;

/** Starts the workers that pass a queue's entries to `handle`, in sets (`slots`). Failed entries are retried. */
export async function work<Name extends QueueName>(name: Name, handle: Handler<Name>): Promise<void> {
  for (const environment of environments) await workOn(queueOf(name, environment), name, handle);
}

/**
 * Only one worker listens to the queue at a time, because a notification wakes every listening worker, and each
 * of them queries the database. A worker that received a set starts another listening worker, if there is room,
 * and ends after its work if another one is listening by then.
 */
async function workOn<Name extends QueueName>(id: string, name: Name, handle: Handler<Name>): Promise<void> {
  const boss = queue();
  const { set, atOnce, waiting: mostWaiting, maxPerLane } = slots[name];
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

  /** While a lane is full in this process, workers count lanes when they fetch, which costs three times as much. */
  const isLaneFull = () => [...inLane.values()].some((held) => held >= maxPerLane);

  async function listen(): Promise<void> {
    listening += 1;
    const countsLanes = isLaneFull();
    const lanes = countsLanes ? { groupConcurrency: maxPerLane } : {};
    const worker: string = await boss.work<QueuePayloads[Name]>(id, { ...options, ...lanes }, (entries) =>
      take(entries, worker, countsLanes),
    );
  }

  async function listenUnlessStopping(): Promise<void> {
    // A stopping queue rejects new workers. It needs none.
    await listen().catch(() => {
      listening -= 1;
    });
  }

  async function listenIfRoom(): Promise<void> {
    if (listening === 0 && busy < atOnce && waiting < mostWaiting) await listenUnlessStopping();
  }

  async function take(
    entries: Job<QueuePayloads[Name]>[],
    worker: string,
    countsLanes: boolean,
  ): Promise<JobResult[]> {
    listening -= 1;
    busy += 1;
    for (const { groupId } of entries) addToLane(groupId ?? '', 1);
    await listenIfRoom();
    let isWaiting = false;
    const patience = setTimeout(() => {
      isWaiting = true;
      busy -= 1;
      waiting += 1;
      void listenIfRoom();
    }, patienceMs);
    const results = await Promise.all(entries.map((entry) => resultOf(name, entry, handle)));
    clearTimeout(patience);
    if (isWaiting) waiting -= 1;
    else busy -= 1;
    const wasFull = isLaneFull();
    for (const { groupId } of entries) addToLane(groupId ?? '', -1);
    // The listening worker may have skipped a full lane: once the lane has room, another fetch is needed.
    const shouldListen = listening === 0 || (wasFull && !isLaneFull());
    if (shouldListen && countsLanes === isLaneFull()) {
      listening += 1;
      // Without this, the worker would pause after each set until the next poll.
      boss.notifyWorker(worker);
    } else {
      await boss.offWork(id, { id: worker, wait: false });
      if (shouldListen) await listenUnlessStopping();
    }
    return results;
  }

  function addToLane(lane: string, more: 1 | -1): void {
    const held = (inLane.get(lane) ?? 0) + more;
    if (held > 0) inLane.set(lane, held);
    else inLane.delete(lane);
  }

  await listen();
}

/** Handles an entry. The queue stores a fixed text about a failure, since the error may quote a query's values. */
async function resultOf<Name extends QueueName>(
  queue: Name,
  { id, data, groupId }: Job<QueuePayloads[Name]>,
  handle: Handler<Name>,
): Promise<JobResult> {
  try {
    const { traceparent, ...payload } = data as QueuePayloads[Name] & { traceparent?: string };
    await traced(
      `queue ${queue}`,
      { 'alta.queue': queue },
      () => handle(payload as QueuePayloads[Name], workspaceOfLane(groupId ?? '')),
      {
        parent: traceparent,
      },
    );
    return { id, status: 'completed' };
  } catch (error) {
    queueFailures().inc({ queue });
    log().error({ err: error, queue }, 'an entry of the queue failed and will be retried');
    return { id, status: 'failed', output: { message: 'The entry failed: the log has the reason.' } };
  }
}
