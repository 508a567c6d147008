import { statfsSync } from 'node:fs';
import { getTableName, sql } from 'drizzle-orm';
import { type Database, database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { intents, jobs, workflowVersions } from '#lib/database/tables/workflows.ts';
import { log } from '#lib/log.ts';
import { oncePerProcess, replaceProcessValue } from '#lib/process-values.ts';

const timeoutMs = 2_000;

/** Tables without which no job runs. The doctor compares the whole schema; this is asked every other second. */
const neededTables = [
  ...[workspaces, workflowVersions, jobs, intents, entries, invoiceSubmissions, webhookDeliveries].map(
    getTableName,
  ),
  'pgboss.queue',
  'pgboss.job',
];

const readinessQuery = sql`select current_setting('transaction_read_only') as reads_only, array(
  select name from unnest(${sql.param(neededTables)}::text[]) name where to_regclass(name) is null) as missing`;

type Readiness = 'ok' | 'read-only' | 'incomplete' | 'unavailable';

/**
 * State of the process: `ok`, `read-only` while its database accepts no writes, `incomplete` if the queue or a table
 * that every job needs is missing, `unavailable` if the database fails or does not answer within two seconds.
 * @param db database to check; default: the process's database
 */
export async function readiness(db?: Database): Promise<Readiness> {
  const late = new Promise<Readiness>((resolve) =>
    setTimeout(() => resolve('unavailable'), timeoutMs).unref(),
  );
  const answers = Promise.resolve()
    .then(() => (db ?? database()).execute<{ reads_only: 'on' | 'off'; missing: string[] }>(readinessQuery))
    .then(({ rows: [row] }): Readiness => {
      const missing = row?.missing.join(', ') ?? '';
      if (!db) logMissing(missing);
      if (missing) return 'incomplete';
      return row?.reads_only === 'on' ? 'read-only' : 'ok';
    })
    .catch((): Readiness => 'unavailable');
  return Promise.race([answers, late]);
}

/** Logged when it changes, not at each question. */
function logMissing(missing: string): void {
  if (missing === oncePerProcess('readiness.missing', () => '')) return;
  replaceProcessValue('readiness.missing', missing);
  if (missing)
    log().error({ missing }, 'the database lacks tables that every job needs: npm run doctor says more');
}

/** Space that this process can use on the file system of `directory`. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

export const mebibytesLeft = (directory: string): number => Math.floor(freeBytes(directory) / 1_048_576);
