import { existsSync, writeSync } from 'node:fs';
import { currentDatabase, setDatabase } from '#lib/database/client.ts';
import { prepareSetup } from './accounts/setup.ts';
import { watchAuthority } from './authority-status.ts';
import { configuredTrustBundle } from './certificates/trust-bundle.ts';
import { claimDataDirectory } from './data-directory.ts';
import { hostsOf } from './database/hosts.ts';
import { openInstallation } from './database/open-installation.ts';
import { takeUpFirstKey } from './database/vault-keys.ts';
import { env } from './env.ts';
import { endPdfThreads } from './invoices/pdf/render.ts';
import { log } from './log.ts';
import { startQueue, stopQueue } from './queue.ts';
import { reasonOf } from './reason.ts';
import { announceStarted, onShutdown } from './shutdown.ts';
import { ownVersion } from './version.ts';

/**
 * Starts this process: reads the configuration and trust bundle, opens the database with its vault key, and starts
 * the queue and the workers. If a step fails, prints the reason and exits.
 */
export async function startProcess(startWorkers: () => Promise<() => Promise<void>>): Promise<void> {
  let stopWorkers = async () => {};
  let endTracing = async () => {};
  let place = '';
  onShutdown(async () => {
    await closeProcess(stopWorkers);
    await endTracing();
  });
  try {
    const { NODE_ENV, DATABASE_URL, DATA_DIR, ALTA_ORIGIN, OTEL_EXPORTER_OTLP_ENDPOINT } = env();
    if (OTEL_EXPORTER_OTLP_ENDPOINT) endTracing = (await import('./tracing/start.ts')).startTracing();
    place = DATABASE_URL ? `at ${hostsOf(DATABASE_URL)}` : `in ${DATA_DIR}`;
    if (existsSync(DATA_DIR)) claimDataDirectory(DATA_DIR);
    await configuredTrustBundle();
    const opened = await openInstallation();
    await takeUpFirstKey(opened.db);
    await startQueue(opened);
    watchAuthority();
    stopWorkers = await startWorkers();
    const setupCode = await prepareSetup();
    if (setupCode)
      process.stdout.write(`There is no account yet: open ${ALTA_ORIGIN}/setup with the code ${setupCode}\n`);
    if (!DATABASE_URL && NODE_ENV === 'production') log().warn(ownDatabase);
    log().info(
      { version: ownVersion(), database: DATABASE_URL ? 'server' : 'own', origin: ALTA_ORIGIN },
      'started',
    );
    announceStarted();
  } catch (error) {
    endStart(error, place);
  }
}

/**
 * Ends with a sentence, written at once, because the log is written in the background. Most reasons are the database's,
 * and PostgreSQL's errors do not name it.
 */
function endStart(error: unknown, database: string): never {
  const more = database ? `npm run doctor says more. The database is ${database}.\n` : '';
  writeSync(2, `Alta could not start: ${reasonOf(error)}\n${more}`);
  process.exit(1);
}

const ownDatabase =
  'DATABASE_URL is not set, so Alta runs its own PostgreSQL. To keep data for years, run a PostgreSQL of your own (docs/deployment.md)';

/** Waits for running work, then closes everything. The next process continues unfinished work. */
async function closeProcess(stopWorkers: () => Promise<void>): Promise<void> {
  await stopWorkers();
  await stopQueue();
  await endPdfThreads();
  await currentDatabase().close();
  setDatabase(undefined);
}
