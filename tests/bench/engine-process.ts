import { openDatabase, setDatabase } from '#lib/database/client.ts';
import { openVault } from '#lib/database/vault-keys.ts';
import { startQueue, stopQueue } from '#lib/queue.ts';
import { startWorkers } from '#lib/workers.ts';

/** An instance without its web server: processes the queue until its standard input ends. */
const opened = await openDatabase({ url: process.env.DATABASE_URL, dataDir: '' });
await openVault(opened.db);
setDatabase(opened);
await startQueue(opened);
const stopWorkers = await startWorkers();
console.log('ready');

process.stdin.resume().once('end', async () => {
  await stopWorkers();
  await stopQueue();
  await opened.close();
});
