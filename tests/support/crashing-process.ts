import { advanceBatch } from '#lib/batches/advance.ts';
import { openDatabase, setDatabase, type Transaction } from '#lib/database/client.ts';
import { openVault } from '#lib/database/vault-keys.ts';
import { startQueue, stopQueue } from '#lib/queue.ts';
import { deliverWebhooks } from '#lib/webhooks/attempt.ts';
import { advanceJob } from '#lib/workflows/advance.ts';

/**
 * A separate process that does one piece of the engine's work and kills itself at its `CRASH_AT`-th
 * transaction, before or after the commit. Without CRASH_AT it works to the end. Prints the number of
 * transactions.
 */
const { DATABASE_URL, DATA_DIR = '', CRASH_AT, CRASH_WHEN, WORK = '{}' } = process.env;
const opened = await openDatabase({ url: DATABASE_URL || undefined, dataDir: DATA_DIR });
await openVault(opened.db);
setDatabase(opened);
await startQueue(opened);
// Counted from here: earlier transactions are not part of the work.
let transactions = 0;

const crash = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable');
};
const transaction = opened.db.transaction.bind(opened.db);
opened.db.transaction = (async (write: (tx: Transaction) => Promise<unknown>) => {
  transactions += 1;
  const mine = transactions;
  const isLast = String(mine) === CRASH_AT;
  const result = await transaction(async (tx) => {
    const value = await write(tx);
    if (isLast && CRASH_WHEN === 'before the commit') crash();
    return value;
  });
  if (isLast) crash();
  return result;
}) as typeof opened.db.transaction;

const work = JSON.parse(WORK) as { job?: string; deliveries?: string[]; batch?: string };
if (work.job) await advanceJob(work.job);
if (work.batch) await advanceBatch(work.batch);
if (work.deliveries) await deliverWebhooks(work.deliveries);
console.log(transactions);
await stopQueue();
await opened.close();
