import { startWatchdog } from '#lib/watchdog.ts';

/** `for-ever` stands still after its start; `in-slices` has as much to do, and its loop comes round in between. */
startWatchdog({ dataDir: '.', patienceSeconds: 3 });
const [, , how] = process.argv;
const until = performance.now() + (how === 'for-ever' ? Number.POSITIVE_INFINITY : 8_000);

function beBusy(): void {
  const rest = performance.now() + (how === 'for-ever' ? Number.POSITIVE_INFINITY : 300);
  while (performance.now() < rest);
  if (performance.now() < until) setImmediate(beBusy);
  else process.exit(0);
}
setImmediate(beBusy);
