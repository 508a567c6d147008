import { type DatabaseSource, openDatabase, setDatabase } from '#lib/database/client.ts';
import { startQueue, stopQueue } from '#lib/queue.ts';

/**
 * Runs `work` with `source` as this process's own database, and its queue, which nobody works off. The embedded
 * database takes one process at a time.
 */
export async function withDatabase<T>(source: DatabaseSource, work: () => Promise<T>): Promise<T> {
  const opened = await openDatabase(source);
  setDatabase(opened);
  await startQueue(opened);
  try {
    return await work();
  } finally {
    await stopQueue();
    await opened.close();
    setDatabase(undefined);
  }
}
