import { type SQL, sql } from 'drizzle-orm';
import { isActive } from '#lib/certificates/store.ts';
import { currentDatabase, database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { latestBackup } from '#lib/database/tables/schema.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { jobs } from '#lib/database/tables/workflows.ts';
import { environments } from './authority-environment.ts';
import { env } from './env.ts';
import { freeBytes } from './health.ts';
import { log } from './log.ts';
import { gauge } from './metrics.ts';
import { oncePerProcess } from './process-values.ts';
import { type QueueName, queueOf, slots } from './queue.ts';

/** Collectors give up on late metrics. */
const readTimeoutMs = 2_000;

/** A reading is reused for this long, or for `restFactor` times its duration if that is longer. */
const readIntervalMs = 10_000;
const restFactor = 50;

const databaseUp = () =>
  gauge('alta_database_up', 'Whether the metrics of the installation could be read: 1 or 0');
/** Has a label, because a gauge without labels would be 0 instead of absent while its value is unknown. */
const diskFree = () => gauge('alta_disk_free_bytes', 'Free space on the file system', ['directory']);
const connections = () =>
  gauge('alta_database_connections', 'Connections of this process to PostgreSQL, without the queue’s', [
    'state',
  ]);
const connectionWaiting = () =>
  gauge('alta_database_connection_waiting', 'Queries of this process that wait for a connection');

/** Sets the metrics of this process's database and, at most every `readIntervalMs`, of the whole installation. */
export async function measureInstallation(): Promise<void> {
  measureDatabase();
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), readTimeoutMs).unref());
  databaseUp().set((await Promise.race([read(), late])) ? 1 : 0);
}

function measureDatabase(): void {
  const [free, open, waiting] = [diskFree(), connections(), connectionWaiting()];
  const { DATABASE_URL, DATA_DIR } = env();
  if (!DATABASE_URL) free.set({ directory: 'DATA_DIR' }, freeBytes(DATA_DIR));
  const { totalCount, idleCount, waitingCount, options } = currentDatabase().pool;
  open.set({ state: 'used' }, totalCount - idleCount);
  open.set({ state: 'idle' }, idleCount);
  open.set({ state: 'max' }, options.max);
  waiting.set(waitingCount);
}

interface Read {
  isUp: Promise<boolean>;
  reusedUntil: number;
}
const last = () => oncePerProcess<{ read?: Read }>('monitoring.last', () => ({}));

/** Returns false if the reading failed. One reading runs at a time; other callers get its result. */
function read(): Promise<boolean> {
  const previousReading = last().read;
  if (previousReading && performance.now() < previousReading.reusedUntil) return previousReading.isUp;
  const startedAt = performance.now();
  const reading: Read = { isUp: readAll(), reusedUntil: Number.POSITIVE_INFINITY };
  last().read = reading;
  void reading.isUp.then((isUp) => {
    const tookMs = performance.now() - startedAt;
    // After a failure, the next collection tries again at once.
    reading.reusedUntil = isUp ? startedAt + Math.max(readIntervalMs, restFactor * tookMs) : 0;
  });
  return reading.isUp;
}

/** Sequential, so as to use a single connection of the pool. */
async function readAll(): Promise<boolean> {
  try {
    for (const reading of readings) await reading();
    return true;
  } catch (error) {
    log().warn({ err: error }, 'the metrics of the installation could not be read');
    return false;
  }
}

/** Metrics of the installation, the same from every process. */
const readings = [readQueues, readJobs, readDeliveries, readInvoices, readCertificates, readLatestBackup];

/** `due`: waiting and due now. `later`: due later. `active`: in progress in some process. */
const queueStates = ['due', 'later', 'active'] as const;
const queueEntries = () =>
  gauge('alta_queue_entries', 'Entries of the queue', ['queue', 'environment', 'state']);
const queueOldest = () =>
  gauge('alta_queue_oldest_due_seconds', 'Waiting time of the oldest due entry', ['queue', 'environment']);

/** Each half of the union uses an index: on waiting entries, or on active entries with a group. */
async function readQueues(): Promise<void> {
  const rows = await rowsOf<{
    name: string;
    state: (typeof queueStates)[number];
    count: number;
    oldest: number;
  }>(sql`
    select name, case when start_after <= now() then 'due' else 'later' end as state, count(*)::int as count,
      extract(epoch from now() - min(start_after))::float8 as oldest
    from pgboss.job where state < 'active' and not blocked group by 1, 2
    union all
    select name, 'active', count(*)::int, 0 from pgboss.job where state = 'active' and group_id is not null group by 1`);
  const found = new Map(rows.map((row) => [`${row.name} ${row.state}`, row]));
  for (const queue of Object.keys(slots) as QueueName[]) {
    for (const environment of environments) {
      const name = queueOf(queue, environment);
      for (const state of queueStates) {
        queueEntries().set({ queue, environment, state }, found.get(`${name} ${state}`)?.count ?? 0);
      }
      queueOldest().set({ queue, environment }, found.get(`${name} due`)?.oldest ?? 0);
    }
  }
}

const jobsOverdue = () =>
  gauge('alta_jobs_overdue', 'Jobs whose next step has been due for a quarter of an hour');

/** Due jobs get a queue entry within five minutes (workers.ts), so a job overdue for fifteen is stuck. */
async function readJobs(): Promise<void> {
  const [row] = await rowsOf<{ count: number }>(sql`
    select count(*)::int as count from ${jobs} where completed_at is null
    and (next_attempt_at < ${longAgo} or next_attempt_at is null and updated_at < ${longAgo})`);
  jobsOverdue().set(row?.count ?? 0);
}

const longAgo = sql.raw(`now() - interval '15 minutes'`);

const deliveriesWaiting = () =>
  gauge('alta_webhook_deliveries_waiting', 'Pending deliveries: new, or tried before', [
    'environment',
    'state',
  ]);

async function readDeliveries(): Promise<void> {
  const rows = await rowsOf<{ environment: string; fresh: number; retrying: number }>(sql`
    select environment, (count(*) filter (where attempts = 0))::int as fresh,
      (count(*) filter (where attempts > 0))::int as retrying
    from ${webhookDeliveries} join ${workspaces} on ${workspaces.id} = ${webhookDeliveries.workspaceId}
    where status = 'pending' group by 1`);
  for (const environment of environments) {
    const found = rows.find((row) => row.environment === environment);
    deliveriesWaiting().set({ environment, state: 'new' }, found?.fresh ?? 0);
    deliveriesWaiting().set({ environment, state: 'retrying' }, found?.retrying ?? 0);
  }
}

const invoicesWaiting = () =>
  gauge('alta_invoices_waiting', 'Invoices being sent to the authority', ['environment']);
const seriesWaiting = () =>
  gauge('alta_invoice_series_waiting', 'Series with invoices being sent', ['environment']);
const invoicesOldest = () =>
  gauge('alta_invoices_oldest_waiting_seconds', 'Waiting time of the oldest of these invoices', [
    'environment',
  ]);

async function readInvoices(): Promise<void> {
  const rows = await rowsOf<{ environment: string; invoices: number; series: number; oldest: number }>(sql`
    select environment, count(*)::int as invoices,
      count(distinct (cuit, point_of_sale, document_type))::int as series,
      extract(epoch from now() - min(job_created_at))::float8 as oldest
    from ${invoiceSubmissions} where status in ('queued', 'sending', 'unconfirmed') group by 1`);
  for (const environment of environments) {
    const found = rows.find((row) => row.environment === environment);
    invoicesWaiting().set({ environment }, found?.invoices ?? 0);
    seriesWaiting().set({ environment }, found?.series ?? 0);
    invoicesOldest().set({ environment }, found?.oldest ?? 0);
  }
}

/** Disjoint ranges: `under-30` does not include `under-7`. */
const daysLeft = ['ended', 'under-7', 'under-30', 'under-60', 'more'] as const;
const certificatesActive = () =>
  gauge('alta_certificates', 'Certificates in use, by the days until they expire', [
    'environment',
    'days_left',
  ]);

async function readCertificates(): Promise<void> {
  const rows = await rowsOf<{ environment: string; days_left: string; count: number }>(sql`
    select environment, case when not_after <= now() then 'ended'
      when not_after < now() + interval '7 days' then 'under-7'
      when not_after < now() + interval '30 days' then 'under-30'
      when not_after < now() + interval '60 days' then 'under-60' else 'more' end as days_left,
      count(*)::int as count
    from ${certificates} where ${isActive} group by 1, 2`);
  const found = new Map(rows.map((row) => [`${row.environment} ${row.days_left}`, row.count]));
  for (const environment of environments) {
    for (const days_left of daysLeft) {
      certificatesActive().set({ environment, days_left }, found.get(`${environment} ${days_left}`) ?? 0);
    }
  }
}

const backedUpAt = () =>
  gauge('alta_last_backup_timestamp_seconds', 'Time at which npm run backup last finished; absent if never');

async function readLatestBackup(): Promise<void> {
  const [latest] = await database().select({ finishedAt: latestBackup.finishedAt }).from(latestBackup);
  if (latest) backedUpAt().set(latest.finishedAt.getTime() / 1_000);
  // A gauge without labels begins with 0.
  else backedUpAt().remove();
}

const rowsOf = async <Row extends Record<string, unknown>>(query: SQL): Promise<Row[]> =>
  (await database().execute<Row>(query)).rows;
