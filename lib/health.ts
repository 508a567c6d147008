import { accessSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type Database, database } from '#lib/database/client.ts';
import { log } from './log.ts';
import { oncePerProcess, replaceProcessValue } from './process-values.ts';

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

interface ServedBuild {
  /** Directory of the build. Absolute, as in Next, because a directory can be moved away and replaced by another. */
  directory: string;
  id: string | undefined;
  isReplaced: boolean;
}
const servedBuild = 'served-build';

/** Remembers the build in the current directory, and logs an error once it is replaced. */
export function watchBuild(directory = process.cwd()): void {
  replaceProcessValue<ServedBuild>(servedBuild, { directory, id: buildId(directory), isReplaced: false });
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
function buildId(directory: string): string | undefined {
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
