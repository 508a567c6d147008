import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, setDatabase } from '#lib/database/client.ts';
import { countUse } from '#lib/http/rate-limit.ts';
import type { LimitName } from '#lib/limits.ts';

/**
 * A separate process that uses a limit `TIMES` times: all at once, or with `PAUSE_MS` between two until it is
 * exceeded. Prints how many uses were within the limit.
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
// Time to write the gathered counts.
await wait(1_000);
console.log(within);
await opened.close();
