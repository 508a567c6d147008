import { openDatabase, setDatabase } from '#lib/database/client.ts';
import { startQueue, stopQueue } from '#lib/queue.ts';
import { startEngine } from '#lib/workflows/engine.ts';

/** An instance without its web server: works the queue off until its standard input ends. */
const opened = await openDatabase({ url: process.env.DATABASE_URL, dataDir: '' });
setDatabase(opened);
await startQueue(opened);
await startEngine();
console.log('ready');

process.stdin.resume().once('end', async () => {
  await stopQueue();
  await opened.close();
});
