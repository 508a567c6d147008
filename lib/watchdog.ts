import { writeSync } from 'node:fs';
import { url as debuggerUrl } from 'node:inspector';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

interface Watch {
  /** Counter incremented by the event loop. */
  beats: Int32Array<SharedArrayBuffer>;
  patienceSeconds: number;
}

/**
 * Kills this process, with a line on standard error, if its event loop has been blocked for
 * `patienceSeconds`. Such a process handles no signals or requests, but systemd and Docker would leave it
 * running. Everything acknowledged is in the database, and the next process continues what was under way.
 */
export function startWatchdog(patienceSeconds = 30): void {
  // A breakpoint blocks the loop, too.
  if (debuggerUrl()) return;
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beats, 0, 1), 1_000).unref();
  const watch: Watch = { beats, patienceSeconds };
  new Worker(new URL(import.meta.url), { workerData: watch }).unref();
}

// The thread counts ticks instead of time, because no ticks pass while the machine sleeps or the process is stopped.
if (!isMainThread) {
  const { beats, patienceSeconds } = workerData as Watch;
  let seen = 0;
  let missed = 0;
  setInterval(() => {
    const now = Atomics.load(beats, 0);
    missed = now === seen ? missed + 1 : 0;
    seen = now;
    if (missed >= patienceSeconds) end(patienceSeconds);
  }, 1_000);
}

function end(patienceSeconds: number): void {
  try {
    const msg = `the process did not respond for ${patienceSeconds} seconds and is stopped; all acknowledged data is stored`;
    writeSync(2, `${JSON.stringify({ level: 60, time: new Date().toISOString(), msg })}\n`);
  } finally {
    // process.exit would only end this thread, and handling SIGTERM needs the event loop.
    process.kill(process.pid, 'SIGKILL');
  }
}
