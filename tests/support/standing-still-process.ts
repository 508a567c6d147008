import { startWatchdog } from '#lib/watchdog.ts';
import { standStill } from './stand-still.ts';

/** `for-ever` blocks after its start. `in-slices` blocks for as long, but its loop runs in between. */
startWatchdog(3);
const [, , how] = process.argv;
const until = performance.now() + 8_000;

function beBusy(): void {
  standStill(how === 'for-ever' ? undefined : 300);
  if (performance.now() < until) setImmediate(beBusy);
  else process.exit(0);
}
setImmediate(beBusy);
