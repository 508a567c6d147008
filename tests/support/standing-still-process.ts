import { startWatchdog } from '#lib/watchdog.ts';
import { standStill } from './stand-still.ts';

/** `for-ever` stands still after its start; `in-slices` does for as long, and its loop comes round in between. */
startWatchdog(3);
const [, , how] = process.argv;
const until = performance.now() + 8_000;

function beBusy(): void {
  standStill(how === 'for-ever' ? undefined : 300);
  if (performance.now() < until) setImmediate(beBusy);
  else process.exit(0);
}
setImmediate(beBusy);
