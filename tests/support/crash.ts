import { type ChildProcess, spawn } from 'node:child_process';
import type { DatabaseSource } from '#lib/database/client.ts';

/** Runs the work in a process that kills itself at its n-th transaction; says whether it got that far. */
export function crashAt(
  source: DatabaseSource,
  work: object,
  at: number,
  when: string,
): Promise<'crashed' | 'finished'> {
  return endOf(startWork(source, work, { CRASH_AT: String(at), CRASH_WHEN: when }));
}

/** Runs the work in a process of its own, to its end. */
export const workElsewhere = (source: DatabaseSource, work: object) => endOf(startWork(source, work));

function startWork(source: DatabaseSource, work: object, more: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, ['tests/support/crashing-process.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: source.url ?? '',
      DATA_DIR: source.dataDir,
      WORK: JSON.stringify(work),
      ...more,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function endOf(child: ChildProcess): Promise<'crashed' | 'finished'> {
  let complaint = '';
  child.stderr?.on('data', (text) => {
    complaint += text;
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once('exit', (...ended) => resolve(ended)),
  );
  if (signal === 'SIGKILL') return 'crashed';
  if (code === 0) return 'finished';
  throw new Error(`the process failed: ${complaint}`);
}
