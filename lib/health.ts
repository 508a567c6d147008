import { statfsSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { type Database, database } from '#lib/database/client.ts';

const timeoutMs = 2_000;

const readOnlyQuery = sql`select current_setting('transaction_read_only') as reads_only`;

/**
 * State of the process: `ok`, `read-only` while its database accepts no writes, `unavailable` if the database
 * fails or does not answer within two seconds.
 * @param db database to check; default: the process's database
 */
export async function readiness(db?: Database): Promise<'ok' | 'read-only' | 'unavailable'> {
  const late = new Promise<'unavailable'>((resolve) =>
    setTimeout(() => resolve('unavailable'), timeoutMs).unref(),
  );
  const answers = Promise.resolve()
    .then(() => (db ?? database()).execute<{ reads_only: 'on' | 'off' }>(readOnlyQuery))
    .then(({ rows: [row] }) => (row?.reads_only === 'on' ? 'read-only' : 'ok'))
    .catch(() => 'unavailable' as const);
  return Promise.race([answers, late]);
}

/** Space that this process can use on the file system of `directory`. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

export const mebibytesLeft = (directory: string): number => Math.floor(freeBytes(directory) / 1_048_576);
