import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { mebibytesLeft } from './health.ts';
import type { Watch } from './watchdog.ts';

/** The thread of watchdog.ts. It counts its own ticks: none pass while the machine sleeps, or the process is stopped. */
const { signs, patienceSeconds, dataDir } = workerData as Watch;
let seen = 0;
let missed = 0;

setInterval(() => {
  const beats = Atomics.load(signs, 0);
  const isHeld = Atomics.load(signs, 1) === 1;
  missed = beats === seen && !isHeld ? missed + 1 : 0;
  seen = beats;
  if (missed >= patienceSeconds) end();
}, 1_000);

function end(): void {
  try {
    const left = dataDir ? { mebibytes_left: mebibytesLeft(dataDir) } : {};
    const msg = `the process stood still for ${patienceSeconds} seconds and is ended; what it acknowledged is kept`;
    writeSync(2, `${JSON.stringify({ level: 60, time: new Date().toISOString(), ...left, msg })}\n`);
  } finally {
    // process.exit would end this thread alone, and the loop would have to hear SIGTERM.
    process.kill(process.pid, 'SIGKILL');
  }
}
