import { subscribe } from 'node:diagnostics_channel';
import { inArray } from 'drizzle-orm';
import pg from 'pg';
import { openDatabase, setDatabase } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { openVault } from '#lib/database/vault-keys.ts';
import { sendSeries } from '#lib/invoices/send-series.ts';
import type { Series } from '#lib/invoices/series.ts';
import { startQueue, stopQueue } from '#lib/queue.ts';

/**
 * A separate process that sends the waiting invoices of `SERIES` until there are none. Its clock jumps ahead
 * between rounds, so that deferred work comes due. `DIES_AT` is the moment at which it kills itself, counted
 * from its start: there is one before and after each statement, and one after each request to the authority
 * has gone out.
 */
const { DATABASE_URL, SERIES = '[]', DIES_AT } = process.env;
const opened = await openDatabase({ url: DATABASE_URL, dataDir: '' });
await openVault(opened.db);
setDatabase(opened);
await startQueue(opened);
if (DIES_AT) dieAt(Number(DIES_AT));
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

/** Counts events, not time: on a slow machine a process would never get as far as on a fast one. */
function dieAt(last: number): void {
  let moments = 0;
  const moment = () => {
    moments += 1;
    if (moments === last) process.kill(process.pid, 'SIGKILL');
  };
  const query: (...asked: unknown[]) => unknown = pg.Client.prototype.query;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...asked: unknown[]) {
      moment();
      const answer = query.apply(this, asked);
      moment();
      return answer;
    },
  });
  subscribe('undici:client:sendHeaders', moment);
  subscribe('http.client.request.start', () => setImmediate(moment));
}
