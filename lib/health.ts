import { accessSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
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

interface ServedBuild {
  /** Directory of the build. Absolute, as in Next, because a directory can be moved away and replaced by another. */
  directory: string;
  id: string;
  isReplaced: boolean;
}
const servedBuild = 'served-build';

/**
 * Remembers the build in the current directory, and logs an error once it is replaced.
 * @throws Error if there is none
 */
export function watchBuild(directory = process.cwd()): void {
  const id = buildId(directory);
  if (!id) throw new Error(`there is no complete build in ${directory}: npm run build makes one`);
  replaceProcessValue<ServedBuild>(servedBuild, { directory, id, isReplaced: false });
  setInterval(isBuildReplaced, 2_000).unref();
}

/**
 * Whether the build or the packages on disk are no longer those with which this process started. Pages and assets are
 * loaded when they are first requested, so some fail from then on, until the process is restarted. False in
 * development, where nothing calls `watchBuild`.
 */
export function isBuildReplaced(): boolean {
  const build = oncePerProcess<ServedBuild | undefined>(servedBuild, () => undefined);
  if (!build || build.isReplaced || buildId(build.directory) === build.id) return build?.isReplaced ?? false;
  build.isReplaced = true;
  log().error(
    { directory: build.directory },
    'the build or node_modules of this process was replaced: restart it, and build the next version in a directory of its own (docs/upgrades.md#with-one-instance)',
  );
  return true;
}

/** Id of the build on disk; undefined if it or its packages are missing. */
export function buildId(directory = process.cwd()): string | undefined {
  try {
    accessSync(join(directory, 'node_modules/next/package.json'));
    return readFileSync(join(directory, '.next/BUILD_ID'), 'utf8');
  } catch {
    return undefined;
  }
}

/** Space that this process can use on the file system of `directory`. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

export const mebibytesLeft = (directory: string): number => Math.floor(freeBytes(directory) / 1_048_576);
