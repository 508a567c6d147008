import { createHash } from 'node:crypto';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { OpenDatabase, Transaction } from '#lib/database/client.ts';
import { together } from '#lib/database/sets.ts';
import { type Environment, environments } from './authority-environment.ts';
import { log } from './log.ts';
import { replaceShared, shared } from './shared.ts';
import { currentTrace } from './tracing/tracing.ts';

/** What each queue carries. A queue entry is only a nudge: what to do stands in the row it names. */
export interface QueuePayloads {
  'job-advance': { jobId: string };
  'job-wake': { ref: string };
  'registration-prove': { registrationId: string; round: number };
  'registration-look': { registrationId: string };
  'points-of-sale-read': { registrationId: string; attempts: number };
  'delegation-check': { entryId: string; checks: number };
  mail: { mailId: string };
  'batch-advance': { batchId: string };
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
 * How a process handles a queue, in each environment: a worker takes a `set` of entries at a time and works them side
 * by side. `atOnce` workers have something to do here. One that takes longer than a second waits for somebody outside,
 * and makes room for another: `waiting` there may be of those. `ofLane`: how many entries one lane may have among all
 * of these, so that the last of `atOnce` is there for the others.
 */
export interface Slots {
  set: number;
  atOnce: number;
  waiting: number;
  ofLane: number;
}

export const slots: Record<QueueName, Slots> = {
  'job-advance': { set: 64, atOnce: 3, waiting: 8, ofLane: 128 },
  'job-wake': { set: 64, atOnce: 3, waiting: 8, ofLane: 128 },
  'registration-prove': { set: 8, atOnce: 2, waiting: 8, ofLane: 16 },
  'registration-look': { set: 4, atOnce: 2, waiting: 8, ofLane: 8 },
  'points-of-sale-read': { set: 4, atOnce: 2, waiting: 8, ofLane: 8 },
  'delegation-check': { set: 8, atOnce: 2, waiting: 8, ofLane: 16 },
  mail: { set: 1, atOnce: 3, waiting: 8, ofLane: 2 },
  'batch-advance': { set: 2, atOnce: 2, waiting: 4, ofLane: 2 },
  'webhook-deliver': { set: 64, atOnce: 3, waiting: 16, ofLane: 18 },
  'invoice-series': { set: 16, atOnce: 3, waiting: 16, ofLane: 64 },
};

/**
 * Entries a second that have their turn as they come. Who adds more at once is served as fast as ever while nobody else
 * waits, and behind those who come meanwhile: the entry after the thousandth of a supplier has its turn in 20 seconds.
 */
const perSecond = { supplier: 50, workspace: 200 };

/** When the next entry of each has its turn, in milliseconds since 1970. Each process counts for itself. */
const next = () => shared('queue-turns', () => new Map<string, number>());
const mostKept = 10_000;

/**
 * The second, since 2026, in which the entry has its turn. The queue takes the earliest: a supplier that sends one
 * invoice does not wait for ten thousand of another that came before, and these are not passed by for ever.
 */
function turnOf(queue: QueueName, { workspaceId, supplier = '' }: Lane, now = Date.now()): number {
  const ofWorkspace = take(`${queue}/${workspaceId}`, perSecond.workspace, now);
  const ofSupplier = supplier ? take(`${queue}/${workspaceId}/${supplier}`, perSecond.supplier, now) : now;
  return Math.floor((Math.max(ofWorkspace, ofSupplier) - Date.UTC(2026, 0)) / 1_000);
}

function take(name: string, rate: number, now: number): number {
  const turn = Math.max(now, next().get(name) ?? now);
  next().set(name, turn + 1_000 / rate);
  if (next().size > mostKept) forgetPast(now);
  return turn;
}

function forgetPast(now: number): void {
  for (const [name, turn] of next()) if (turn <= now) next().delete(name);
}

const queueNames = Object.keys(slots) as QueueName[];

/**
 * Whose an entry is. Sandbox and live have queues of their own: what hangs in one is nothing to the other. In a queue
 * each workspace has a lane, and where receivers are called four, by their hosts.
 */
export interface Lane {
  environment: Environment;
  workspaceId: string;
  host?: string;
  /** Set for mails: each kind has a lane of its own, so that a thousand reminders hold up no other mail. */
  mailKind?: string;
  /** The tax code of the supplier that it is for: suppliers of a workspace take turns. */
  supplier?: string | undefined;
}

export const laneOf = (workspace: { id: string; environment: Environment }, supplier?: string): Lane => ({
  workspaceId: workspace.id,
  environment: workspace.environment,
  supplier,
});

export const queueOf = (name: QueueName, environment: Environment) => `${name}.${environment}`;
const lanesOfWorkspace = 4;

function laneId({ workspaceId, host, mailKind }: Lane): string {
  if (mailKind) return `${workspaceId}/${mailKind}`;
  if (!host) return workspaceId;
  const [byte = 0] = createHash('sha256').update(host).digest();
  return `${workspaceId}/${byte % lanesOfWorkspace}`;
}

/** A worker that died is noticed by its missing heartbeat, and its entry goes to another within this time. */
const heartbeatSeconds = 10;

/** No entry is given up. What waits longest is a job for its supplier: 100 days. */
const lasting = { retryLimit: 2_147_483_647, retentionSeconds: 400 * 86_400 };

/** Starts the queue on the application's own database. */
export async function startQueue({ url }: OpenDatabase): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    application_name: 'alta queue',
    // A worker is woken the moment an entry is committed.
    useListenNotify: true,
    // Missing heartbeats are looked for this often. The second says how long a look by anybody suffices for all: were
    // both alike, the look at the start would make the next one be left out.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 4,
    maintenanceIntervalSeconds: 60,
    schedule: false,
  });
  boss.on('error', errorLog());
  await boss.start();
  // To create one that is there changes nothing, and takes three statements of each start.
  const there = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const name of queueNames.flatMap((each) => environments.map((one) => queueOf(each, one)))) {
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
  // What a process that died had in hand is looked for at once: one that dies every few seconds would never get to it.
  await boss.supervise();
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
    const error = Object.assign(new Error(message), { stack, code });
    const kind = code ?? message.replace(/ \(Queue: .*/, '');
    const now = Date.now();
    if (now < (quietUntil.get(kind) ?? 0)) return;
    quietUntil.set(kind, now + quietMs);
    log().error({ err: error }, 'queue');
  };
}

export async function stopQueue(): Promise<void> {
  const boss = shared<PgBoss | undefined>('queue', () => undefined);
  await boss?.stop({ graceful: true, timeout: 8_000 });
  replaceShared('queue', undefined);
}

export const queue = (): PgBoss =>
  shared<PgBoss>('queue', () => {
    throw new Error('The queue is not started yet.');
  });

/** An entry that is to be made. */
export interface Nudge<Name extends QueueName> {
  lane: Lane;
  payload: QueuePayloads[Name];
  startAfter?: Date | undefined;
  /** The `traceparent` of who makes it: who handles it goes on in that trace. */
  trace?: string | undefined;
}

/** Adds an entry in the caller's transaction: it is there when, and only when, the transaction commits. */
export const enqueue = <Name extends QueueName>(
  tx: Transaction,
  lane: Lane,
  name: Name,
  payload: QueuePayloads[Name],
  startAfter?: Date,
): Promise<void> => enqueueTogether(tx, { name, lane, payload, startAfter, trace: currentTrace() });

const enqueueTogether = together(
  async (tx: Transaction, entries: readonly (Nudge<QueueName> & { name: QueueName })[]) => {
    // A row that is to be looked at twice at the same time is looked at once.
    const different = new Map(
      entries.map((entry) => [JSON.stringify({ ...entry, trace: undefined }), entry]),
    ).values();
    const byName = Map.groupBy(different, ({ name }) => name);
    for (const [name, group] of byName) await insert(name, group, { db: fromDrizzle(tx, sql) });
    return entries.map(() => undefined);
  },
);

/** Adds entries for rows that have none. */
export const nudge = <Name extends QueueName>(name: Name, nudges: Nudge<Name>[]): Promise<void> =>
  insert(name, nudges, {});

async function insert<Name extends QueueName>(
  name: Name,
  nudges: Nudge<Name>[],
  options: Parameters<PgBoss['insert']>[2],
): Promise<void> {
  const byEnvironment = Map.groupBy(nudges, ({ lane }) => lane.environment);
  for (const [environment, group] of byEnvironment) {
    const entries = group.map(({ lane, payload, startAfter, trace }) => ({
      data: trace ? { ...payload, traceparent: trace } : payload,
      group: { id: laneId(lane) },
      priority: -turnOf(name, lane),
      ...(startAfter ? { startAfter: fromNow(startAfter) } : {}),
    }));
    await queue().insert(queueOf(name, environment), entries, options);
  }
}

/** By the database's clock: an entry of a process whose clock is wrong by hours does not wait for these. */
const fromNow = (at: Date): string => `${Math.max(0, at.getTime() - Date.now())} milliseconds`;

/** So often entries are made for rows that are due and have none (workers.ts). */
export const repairMs = 5 * 60_000;

/** More are made the next time. */
export const mostNudges = 1_000;

/**
 * Of a row, that the queue has no entry with these columns that is handled within a quarter of an hour. One that
 * comes much later is from an earlier wait of the same row.
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
