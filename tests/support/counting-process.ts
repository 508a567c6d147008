import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, setDatabase } from '#lib/database/client.ts';
import { countUse } from '#lib/http/rate-limit.ts';
import type { LimitName } from '#lib/limits.ts';

/**
 * A process of its own that uses a limit: `TIMES` in all, or until it is over, with `PAUSE_MS` between two, or all at
 * once. Prints how many were within the limit.
 */
const { DATABASE_URL, LIMIT = '', KEY = '', TIMES = '', PAUSE_MS } = process.env;
const opened = await openDatabase({ url: DATABASE_URL, dataDir: '' });
setDatabase(opened);
const use = async () => !(await countUse(LIMIT as LimitName, KEY)).isOver;
let within = 0;
if (PAUSE_MS === undefined) {
  within = (await Promise.all(Array.from({ length: Number(TIMES) }, use))).filter(Boolean).length;
} else {
  while (within < Number(TIMES) && (await use())) {
    within += 1;
    await wait(Number(PAUSE_MS));
  }
}
// What it gathered goes on its way.
await wait(1_000);
console.log(within);
await opened.close();
