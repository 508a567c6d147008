import { statfsSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { type Database, database } from '#lib/database/client.ts';

const longestMs = 2_000;

const settings = sql`select current_setting('transaction_read_only') as reads_only`;

/**
 * Where the process stands: `ok`, `read-only` while its database stores nothing, `unavailable` when that is silent for
 * two seconds. @param db another one than the process's own
 */
export async function readiness(db?: Database): Promise<'ok' | 'read-only' | 'unavailable'> {
  const late = new Promise<'unavailable'>((resolve) =>
    setTimeout(() => resolve('unavailable'), longestMs).unref(),
  );
  const answers = Promise.resolve()
    .then(() => (db ?? database()).execute<{ reads_only: 'on' | 'off' }>(settings))
    .then(({ rows: [row] }) => (row?.reads_only === 'on' ? 'read-only' : 'ok'))
    .catch(() => 'unavailable' as const);
  return Promise.race([answers, late]);
}

/** What the file system of `directory` has left for us. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

export const mebibytesLeft = (directory: string): number => Math.floor(freeBytes(directory) / 1_048_576);
