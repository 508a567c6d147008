import { createHash } from 'node:crypto';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type DatabaseOptions, fromDrizzle, PgBoss } from 'pg-boss';
import { batchLoader } from '#lib/database/batching.ts';
import { database, type OpenDatabase, type Transaction } from '#lib/database/client.ts';
import { connectionOptions } from '#lib/database/hosts.ts';
import { type Environment, environments } from './authority-environment.ts';
import { log } from './log.ts';
import { oncePerProcess, replaceProcessValue } from './process-values.ts';
import { currentTrace } from './tracing/tracing.ts';

/** Payload of each queue. An entry is only a nudge: the row it names says what to do. */
export interface QueuePayloads {
  'job-advance': { jobId: string };
  'job-wake': { ref: string };
  'registration-prove': { registrationId: string; round: number };
  'registration-look': { registrationId: string };
  'points-of-sale-read': { registrationId: string; attempts: number };
  'delegation-check': { entryId: string; checks: number };
  'credit-invoice-check': { submissionId: string; checks: number };
  mail: { mailId: string };
  'batch-advance': { batchId: string };
  'month-archive': { archiveId: string };
  'webhook-deliver': { deliveryId: string };
  'invoice-series': {
    environment: Environment;
    cuit: string;
    pointOfSale: number;
    documentType: number;
  };
}
export type QueueName = keyof QueuePayloads;

/**
 * How a process handles a queue, in each environment. A worker takes a `set` of entries and handles them
 * concurrently. `atOnce` workers run at a time. A worker that takes longer than a second is assumed to wait
 * for an external service, and another one starts in its place; at most `waiting` workers wait in this way.
 * While this process has `maxPerLane` entries of some lane in progress, it skips each lane that has as many in
 * progress in all processes.
 */
export interface Slots {
  set: number;
  atOnce: number;
  waiting: number;
  maxPerLane: number;
}

export const slots: Record<QueueName, Slots> = {
  'job-advance': { set: 64, atOnce: 3, waiting: 8, maxPerLane: 128 },
  'job-wake': { set: 64, atOnce: 3, waiting: 8, maxPerLane: 128 },
  'registration-prove': { set: 8, atOnce: 2, waiting: 8, maxPerLane: 16 },
  'registration-look': { set: 4, atOnce: 2, waiting: 8, maxPerLane: 8 },
  'points-of-sale-read': { set: 4, atOnce: 2, waiting: 8, maxPerLane: 8 },
  'delegation-check': { set: 8, atOnce: 2, waiting: 8, maxPerLane: 16 },
  'credit-invoice-check': { set: 4, atOnce: 2, waiting: 8, maxPerLane: 8 },
  mail: { set: 1, atOnce: 3, waiting: 8, maxPerLane: 2 },
  'batch-advance': { set: 2, atOnce: 2, waiting: 4, maxPerLane: 2 },
  'month-archive': { set: 1, atOnce: 1, waiting: 2, maxPerLane: 1 },
  'webhook-deliver': { set: 64, atOnce: 3, waiting: 16, maxPerLane: 18 },
  'invoice-series': { set: 16, atOnce: 3, waiting: 16, maxPerLane: 64 },
};

/**
 * Entries per second that keep their order of arrival. Entries above this rate get a later turn, so entries
 * that arrive before that turn overtake them. If nothing else waits, they are not delayed. If a supplier adds
 * 1,000 entries at once, the last one's turn is 20 seconds later.
 */
const perSecond = { supplier: 50, workspace: 200 };

/** Next turn of each supplier and workspace, in ms since 1970. Each process counts for itself. */
const nextTurns = () => oncePerProcess('queue-turns', () => new Map<string, number>());
const maxTurnsInMemory = 10_000;

/**
 * The entry's turn, in seconds since 2026. The queue takes the earliest turn first: a supplier's single invoice
 * does not wait for another supplier's earlier ten thousand, and those ten thousand are not postponed forever.
 */
function turnOf(queue: QueueName, { workspaceId, supplier = '' }: Lane, now = Date.now()): number {
  const ofWorkspace = take(`${queue}/${workspaceId}`, perSecond.workspace, now);
  const ofSupplier = supplier ? take(`${queue}/${workspaceId}/${supplier}`, perSecond.supplier, now) : now;
  return Math.floor((Math.max(ofWorkspace, ofSupplier) - Date.UTC(2026, 0)) / 1_000);
}

function take(name: string, rate: number, now: number): number {
  const turn = Math.max(now, nextTurns().get(name) ?? now);
  nextTurns().set(name, turn + 1_000 / rate);
  if (nextTurns().size > maxTurnsInMemory) forgetPast(now);
  return turn;
}

function forgetPast(now: number): void {
  for (const [name, turn] of nextTurns()) if (turn <= now) nextTurns().delete(name);
}

/**
 * Lane of an entry. Sandbox and live have separate queues, so that neither blocks the other. Within a queue
 * each workspace has one lane, with two exceptions: one lane per kind of mail, and in the webhook queue four,
 * chosen by the receiver's host.
 */
export interface Lane {
  environment: Environment;
  workspaceId: string;
  host?: string;
  /** Set for mails. Each kind has a separate lane, so that a thousand reminders do not delay other mails. */
  mailKind?: string;
  /** Tax code of a supplier, if the suppliers of a workspace take turns (`turnOf`). */
  supplier?: string | undefined;
}

export const laneOf = (workspace: { id: string; environment: Environment }, supplier?: string): Lane => ({
  workspaceId: workspace.id,
  environment: workspace.environment,
  supplier,
});

export const queueOf = (name: QueueName, environment: Environment) => `${name}.${environment}`;

/** The queues that `startQueue` creates. */
export const allQueues = (Object.keys(slots) as QueueName[]).flatMap((name) =>
  environments.map((environment) => queueOf(name, environment)),
);

const poolSize = 4;
/** Connections of a process to PostgreSQL beside `DATABASE_POOL_SIZE`: the pool, and one that listens. */
export const queueConnections = poolSize + 1;
export const queueApplicationName = 'alta queue';

const lanesOfWorkspace = 4;

function laneId({ workspaceId, host, mailKind }: Lane): string {
  if (mailKind) return `${workspaceId}/${mailKind}`;
  if (!host) return workspaceId;
  const [byte = 0] = createHash('sha256').update(host).digest();
  return `${workspaceId}/${byte % lanesOfWorkspace}`;
}

/** Id of a lane's workspace; empty for mails about accounts. */
export const workspaceOfLane = (lane: string): string => lane.split('/', 1)[0] ?? '';

/** A worker without a heartbeat for this long is considered dead, and another takes its entry. */
const heartbeatSeconds = 10;

/** Entries are retried without end. The longest wait is 100 days (a job for its supplier); 400 days leave room. */
const lasting = { retryLimit: 2_147_483_647, retentionSeconds: 400 * 86_400 };

/** Starts the queue on the application's own database. */
export async function startQueue({ url }: OpenDatabase): Promise<PgBoss> {
  const boss = new PgBoss({
    // Passed on to node-postgres, with the options that pg-boss does not declare.
    ...(connectionOptions(url) as DatabaseOptions),
    max: poolSize,
    application_name: queueApplicationName,
    // Workers are woken as soon as an entry is committed.
    useListenNotify: true,
    // Checks for missing heartbeats. After one process has checked, all skip the check for
    // `monitorIntervalSeconds`. If the two were equal, the check at startup would suppress the first scheduled one.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 4,
    maintenanceIntervalSeconds: 60,
    schedule: false,
  });
  boss.on('error', errorLog());
  await boss.start();
  // Creating an existing queue changes nothing, but costs three statements at each start.
  const there = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const name of allQueues) {
    if (there.has(name)) continue;
    await boss.createQueue(name, {
      ...lasting,
      notify: true,
      heartbeatSeconds,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      deleteAfterSeconds: 3_600,
    });
  }
  // Checks for a dead process's entries right away: a process that crashes every few seconds would never reach
  // the first scheduled check.
  await boss.supervise();
  replaceProcessValue('queue', boss);
  return boss;
}

/** A kind of error is logged once in this time. Without the database, every poll fails in the same way. */
const quietMs = 30_000;

function errorLog(): (error: unknown) => void {
  const quietUntil = new Map<string, number>();
  return (reported) => {
    // Workers report their errors as plain objects.
    const { message, stack, code } = reported as Error & { code?: string };
    const error = Object.assign(new Error(message), { stack, code });
    const kind = code ?? message.replace(/ \(Queue: .*/, '');
    const now = Date.now();
    if (now < (quietUntil.get(kind) ?? 0)) return;
    quietUntil.set(kind, now + quietMs);
    log().error({ err: error }, 'queue');
  };
}

export async function stopQueue(): Promise<void> {
  const boss = oncePerProcess<PgBoss | undefined>('queue', () => undefined);
  await boss?.stop({ graceful: true, timeout: 8_000 });
  replaceProcessValue('queue', undefined);
}

export const queue = (): PgBoss =>
  oncePerProcess<PgBoss>('queue', () => {
    throw new Error('The queue was not started.');
  });

/** An entry to be created. */
export interface Nudge<Name extends QueueName> {
  lane: Lane;
  payload: QueuePayloads[Name];
  /** Subject of the entry, by which `removeDue` finds it. */
  key?: string | undefined;
  startAfter?: Date | undefined;
  /** The creator's `traceparent`, continued by the handler. */
  trace?: string | undefined;
}

/** Adds an entry in the caller's transaction: it exists if and only if the transaction commits. */
export const enqueue = <Name extends QueueName>(
  tx: Transaction,
  lane: Lane,
  name: Name,
  payload: QueuePayloads[Name],
  startAfter?: Date,
  key?: string,
): Promise<void> => enqueueTogether(tx, { name, lane, payload, key, startAfter, trace: currentTrace() });

const enqueueTogether = batchLoader(
  async (tx: Transaction, entries: readonly (Nudge<QueueName> & { name: QueueName })[]) => {
    // Duplicates are created once.
    const different = new Map(
      entries.map((entry) => [JSON.stringify({ ...entry, trace: undefined }), entry]),
    ).values();
    const byName = Map.groupBy(different, ({ name }) => name);
    for (const [name, group] of byName) await insert(name, group, { db: fromDrizzle(tx, sql) });
    return entries.map(() => undefined);
  },
);

/** Repair: creates the missing entries of due rows. Unlike `enqueue`, not in a caller's transaction. */
export const nudge = <Name extends QueueName>(name: Name, nudges: Nudge<Name>[]): Promise<void> =>
  insert(name, nudges, {});

async function insert<Name extends QueueName>(
  name: Name,
  nudges: Nudge<Name>[],
  options: Parameters<PgBoss['insert']>[2],
): Promise<void> {
  const byEnvironment = Map.groupBy(nudges, ({ lane }) => lane.environment);
  for (const [environment, group] of byEnvironment) {
    const entries = group.map(({ lane, payload, key, startAfter, trace }) => ({
      data: trace ? { ...payload, traceparent: trace } : payload,
      ...(key ? { singletonKey: key } : {}),
      group: { id: laneId(lane) },
      priority: -turnOf(name, lane),
      ...(startAfter ? { startAfter: fromNow(startAfter) } : {}),
    }));
    await queue().insert(queueOf(name, environment), entries, options);
  }
}

/**
 * Removes the entries with this key that no worker has taken and whose time has come. For a handler that is about to
 * look at everything they were added for.
 */
export async function removeDue(name: QueueName, environment: Environment, key: string): Promise<void> {
  await database().execute(sql`delete from pgboss.job where name = ${queueOf(name, environment)}
    and singleton_key = ${key} and state = 'created' and start_after <= now()`);
}

/** Time from now, which the database adds to its own clock, so that a wrong clock of a process does not matter. */
const fromNow = (at: Date): string => `${Math.max(0, at.getTime() - Date.now())} milliseconds`;

/** How often missing entries are created for rows that are due (workers.ts). */
export const repairMs = 5 * 60_000;

/** Most missing entries of a queue created in one repair run; the next run creates the rest. */
export const mostNudges = 1_000;

/**
 * SQL condition: the queue has no entry whose payload equals these columns and that starts within a quarter of
 * an hour. An entry that starts later is left over from an earlier wait of the row and does not count.
 */
export function isWithoutEntry<Name extends QueueName>(
  name: Name,
  columns: { [Member in keyof QueuePayloads[Name]]?: SQLWrapper },
): SQL {
  const names = environments.map((environment) => sql`${queueOf(name, environment)}`);
  const isOfRow = Object.entries<SQLWrapper | undefined>(columns).flatMap(([member, column]) =>
    column ? [sql`entry.data ->> ${sql.raw(`'${member}'`)} = ${column}::text`] : [],
  );
  return sql`not exists (
    select 1 from pgboss.job entry where entry.name in (${sql.join(names, sql`, `)})
    and entry.state < 'completed' and entry.start_after < now() + interval '15 minutes'
    and ${sql.join(isOfRow, sql` and `)})`;
}
