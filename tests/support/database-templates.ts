import { openDatabase } from '#lib/database/client.ts';
import { startQueue, stopQueue } from '#lib/queue.ts';
import { createDatabase } from './postgres.ts';

/**
 * An unused database as the application leaves it after its first start. Made once for a run, which takes two
 * seconds, and copied for each test file that wants one, which takes none.
 * @returns its name on the server
 */
export async function makeDatabaseTemplate(postgresUrl: string): Promise<string> {
  const url = await createDatabase(postgresUrl);
  const opened = await openDatabase({ url, dataDir: '' });
  await startQueue(opened);
  await stopQueue();
  await opened.close();
  return new URL(url).pathname.slice(1);
}
