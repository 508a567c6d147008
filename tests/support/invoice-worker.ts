import { inArray } from 'drizzle-orm';
import { openDatabase, setDatabase } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { sendSeries } from '#lib/invoices/send-series.ts';
import type { Series } from '#lib/invoices/series.ts';
import { startQueue, stopQueue } from '#lib/queue.ts';

/**
 * A process of its own that sends what waits in the `SERIES`, until nothing does, and says when it begins. Its
 * clock jumps ahead between the rounds, so that what was put off comes due.
 */
const { DATABASE_URL, SERIES = '[]' } = process.env;
const opened = await openDatabase({ url: DATABASE_URL, dataDir: '' });
setDatabase(opened);
await startQueue(opened);
console.log('begins');
let ahead = 0;
const clock = () => new Date(Date.now() + ahead);
const all = JSON.parse(SERIES) as Series[];
const isOnItsWay = inArray(invoiceSubmissions.status, ['queued', 'sending']);
while ((await opened.db.$count(invoiceSubmissions, isOnItsWay)) > 0) {
  await Promise.all(all.map((series) => sendSeries(series, clock)));
  ahead += 20_000;
}
console.log('done');
await stopQueue();
await opened.close();
