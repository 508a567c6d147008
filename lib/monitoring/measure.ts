import { currentDatabase } from '#lib/database/client.ts';
import { env } from '#lib/env.ts';
import { freeBytes } from '#lib/free-space.ts';
import { log } from '#lib/log.ts';
import { gauge } from '#lib/metrics.ts';
import { shared } from '#lib/shared.ts';
import { readings } from './readings.ts';

/** Metrics that come late are none. */
const longestMs = 2_000;

/** Who asks more often is told what was read last. What took long to read rests the longer. */
const restMs = 10_000;
const restFactor = 50;

const databaseUp = () =>
  gauge('alta_database_up', 'Whether the numbers of the installation could be read just now: 1 or 0');
/** Without labels it would be 0 where it is not known. */
const diskFree = () => gauge('alta_disk_free_bytes', 'What its file system has left', ['directory']);
const connections = () =>
  gauge('alta_database_connections', 'Connections of this process to PostgreSQL, the queue’s apart', [
    'state',
  ]);
const connectionWaiting = () =>
  gauge('alta_database_connection_waiting', 'Queries of this process that wait for a connection');

/** Sets what /api/metrics tells of this process's database and, read now and then, of the whole installation. */
export async function measureInstallation(): Promise<void> {
  measureDatabase();
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), longestMs).unref());
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
  restsUntil: number;
}
const last = () => shared<{ read?: Read }>('monitoring.last', () => ({}));

/** Whether it could be read. While one is at it, or rests, nobody else asks the database. */
function read(): Promise<boolean> {
  const before = last().read;
  if (before && performance.now() < before.restsUntil) return before.isUp;
  const startedAt = performance.now();
  const reading: Read = { isUp: readAll(), restsUntil: Number.POSITIVE_INFINITY };
  last().read = reading;
  void reading.isUp.then((isUp) => {
    const tookMs = performance.now() - startedAt;
    // The database that did not answer is asked again by the next who comes.
    reading.restsUntil = isUp ? startedAt + Math.max(restMs, restFactor * tookMs) : 0;
  });
  return reading.isUp;
}

/** One after the other: they take one connection of those that others wait for. */
async function readAll(): Promise<boolean> {
  try {
    for (const reading of readings) await reading();
    return true;
  } catch (error) {
    log().warn({ err: error }, 'the metrics of the installation could not be read');
    return false;
  }
}
