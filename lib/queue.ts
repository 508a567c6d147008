import { sql } from 'drizzle-orm';
import { fromDrizzle, fromPglite, PgBoss } from 'pg-boss';
import { NIL } from 'uuid';
import type { OpenDatabase, Transaction } from './database/client.ts';
import type { Environment } from './environment.ts';
import { log } from './log.ts';
import { replaceShared, shared } from './shared.ts';

/** What each queue carries. A queue entry is only a nudge: what to do stands in the row it names. */
export interface QueuePayloads {
  'job-advance': { jobId: string };
  'job-wake': { ref: string };
  'registration-prove': { registrationId: string; round: number };
  'webhook-deliver': { deliveryId: string };
  'invoice-series': { environment: Environment; cuit: string; pointOfSale: number; documentType: number };
  'link-expiry': { linkId: string };
  'certificate-expiry': { certificateId: string };
  'certificate-expiry-mail': { certificateId: string; daysLeft: number };
}
export type QueueName = keyof QueuePayloads;

const queueNames: QueueName[] = [
  'job-advance',
  'job-wake',
  'registration-prove',
  'webhook-deliver',
  'invoice-series',
  'link-expiry',
  'certificate-expiry',
  'certificate-expiry-mail',
];

/** A worker that died is noticed by its missing heartbeat, and its entry goes to another within this time. */
const heartbeatSeconds = 10;

/** An entry that was put off comes due without a notification: workers look for it this often. */
const pollingSeconds = 2;

/** Starts the queue on the application's own database. */
export async function startQueue({ driver }: OpenDatabase): Promise<PgBoss> {
  const boss = new PgBoss({
    ...(driver.kind === 'embedded'
      ? { db: fromPglite(driver.pglite), backend: 'pglite' as const }
      : { connectionString: driver.url, max: 4, application_name: 'alta queue' }),
    // A worker is woken the moment an entry is committed.
    useListenNotify: true,
    // Missing heartbeats are looked for this often.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 60,
    schedule: false,
  });
  boss.on('error', errorLog());
  await boss.start();
  for (const name of queueNames) {
    const options = {
      notify: true,
      heartbeatSeconds,
      retryLimit: 1_000,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
    };
    await boss.createQueue(name, { ...options, deleteAfterSeconds: 3_600 });
    // The first send of a queue looks it up on the main connection. Inside a transaction of the embedded
    // database, which has one connection, that would wait for itself: so it is looked up here.
    await boss.findJobs(name, { id: NIL });
  }
  replaceShared('queue', boss);
  return boss;
}

/** While the database is away each worker says so at each look: the log has the same thing once in this time. */
const quietMs = 30_000;

function errorLog(): (error: unknown) => void {
  const quietUntil = new Map<string, number>();
  return (reported) => {
    // What a worker met comes as a plain object.
    const { message, stack, code } = reported as Error & { code?: string };
    const kind = code ?? message.replace(/ \(Queue: .*/, '');
    const now = Date.now();
    if (now < (quietUntil.get(kind) ?? 0)) return;
    quietUntil.set(kind, now + quietMs);
    log().error({ err: Object.assign(new Error(message), { stack, code }) }, 'queue');
  };
}

export async function stopQueue(): Promise<void> {
  const boss = shared<PgBoss | undefined>('queue', () => undefined);
  await boss?.stop({ graceful: true, timeout: 8_000 });
  replaceShared('queue', undefined);
}

const queue = (): PgBoss =>
  shared<PgBoss>('queue', () => {
    throw new Error('The queue is not started yet.');
  });

/** Adds an entry in the caller's transaction: it is there when, and only when, the transaction commits. */
export async function enqueue<Name extends QueueName>(
  tx: Transaction,
  name: Name,
  payload: QueuePayloads[Name],
  startAfter?: Date,
): Promise<void> {
  await queue().send(name, payload, {
    db: fromDrizzle(tx as Parameters<typeof fromDrizzle>[0], sql),
    ...(startAfter ? { startAfter } : {}),
  });
}

/**
 * Gives each entry to `handle`, up to `concurrency` at a time. An entry whose handling fails comes again later.
 *
 * One worker waits for the queue. When it gets an entry it leaves the waiting to another, and retires after its work
 * if somebody waits by then: a notification wakes every worker that waits, and each asks the database.
 */
export async function work<Name extends QueueName>(
  name: Name,
  concurrency: number,
  handle: (payload: QueuePayloads[Name]) => Promise<void>,
): Promise<void> {
  const boss = queue();
  const options = {
    batchSize: 1,
    pollingIntervalSeconds: pollingSeconds,
    notifyPollingIntervalSeconds: pollingSeconds,
  };
  let waiting = 0;
  let busy = 0;
  const engage = async (): Promise<void> => {
    waiting += 1;
    const id = await boss.work<QueuePayloads[Name]>(name, options, async (batch) => {
      waiting -= 1;
      busy += 1;
      if (waiting === 0 && busy < concurrency) await engage().catch(nobodyWaits);
      try {
        for (const entry of batch) await handle(entry.data).catch((error) => refuse(name, error));
      } finally {
        busy -= 1;
        if (waiting > 0) await boss.offWork(name, { id, wait: false });
        else {
          waiting += 1;
          // By itself it rests after each entry, and the queue would be worked off at its polling's pace.
          boss.notifyWorker(id);
        }
      }
    });
  };
  // A queue that stops takes no new worker, and needs none.
  const nobodyWaits = () => {
    waiting -= 1;
  };
  await engage();
}

/** The queue keeps what a handler throws: an error of its own, for the real one may quote a query's values. */
function refuse(queue: QueueName, error: unknown): never {
  log().error({ err: error, queue }, 'an entry of the queue failed and comes again');
  throw new Error('The entry failed: the log says why.');
}
