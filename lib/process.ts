import { currentDatabase, openDatabase, setDatabase } from './database/client.ts';
import { env } from './env.ts';
import { log } from './log.ts';
import { startQueue, stopQueue } from './queue.ts';
import { checkVault } from './vault.ts';

/** Opens what a process needs, in order: configuration, vault, database, queue, and then its workers. */
export async function startProcess(startWorkers: () => Promise<void>): Promise<void> {
  const { DATABASE_URL, DATA_DIR, DATABASE_POOL_SIZE, ALTA_ORIGIN } = env();
  checkVault();
  setDatabase(await openDatabase({ url: DATABASE_URL, dataDir: DATA_DIR, poolSize: DATABASE_POOL_SIZE }));
  await startQueue(currentDatabase());
  await startWorkers();
  log().info({ database: DATABASE_URL ? 'postgres' : 'embedded', origin: ALTA_ORIGIN }, 'started');
}

/** Lets running jobs finish, then closes. What is not finished is taken up again by the next process. */
export async function stopProcess(): Promise<void> {
  await stopQueue();
  await currentDatabase().close();
  setDatabase(undefined);
}
