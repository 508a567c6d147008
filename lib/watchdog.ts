import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { log } from './log.ts';

export interface Watch {
  /** `[beats, debugged]`: how often the loop came round, and whether a debugger may hold it. */
  signs: Int32Array<SharedArrayBuffer>;
  patienceSeconds: number;
  /** Whose space is told of, where the database is embedded. */
  dataDir: string | undefined;
}

// No signal of its own ends the first process of a container, SIGKILL neither.
const firstProcess =
  'as the first process of a container it can not end itself when it stands still: give it an init (docker run --init)';

/**
 * Ends this process, hard and with a line on standard error, when its loop has stood still for `patienceSeconds`: it
 * hears no signal and answers nobody, and whoever supervises it sees only a process that runs. What was acknowledged
 * is in the database, and what was under way is taken up by the next process.
 */
export function startWatchdog({ dataDir, patienceSeconds = 30 }: Partial<Omit<Watch, 'signs'>>): void {
  const signs = new Int32Array(new SharedArrayBuffer(8));
  const beat = () => {
    Atomics.add(signs, 0, 1);
    Atomics.store(signs, 1, debuggerUrl() ? 1 : 0);
  };
  beat();
  setInterval(beat, 1_000).unref();
  if (process.pid === 1) log().warn(firstProcess);
  const workerData: Watch = { signs, patienceSeconds, dataDir };
  new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData }).unref();
}
