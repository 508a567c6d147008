import { type ChildProcess, spawn } from 'node:child_process';
import { type DatabaseSource, database } from '#lib/database/client.ts';
import { replaceProcessValue } from '#lib/process-values.ts';

export const moments = ['before the commit', 'after the commit'] as const;
type Moment = (typeof moments)[number];

/**
 * Does the work in this process until its n-th transaction and nothing after it, which leaves the database as
 * a process killed there would. Returns whether it got that far.
 */
export async function cutOffAt(
  work: () => Promise<unknown>,
  at: number,
  when: Moment,
): Promise<'cut off' | 'finished'> {
  const db = database();
  const transaction = db.transaction;
  const end = Promise.withResolvers<'cut off'>();
  let transactions = 0;
  db.transaction = (async (write, config) => {
    transactions += 1;
    if (transactions > at) return end.promise.then(forEver);
    if (transactions < at) return transaction.call(db, write, config);
    const rollBack = new Error('the process died');
    await transaction
      .call(db, async (tx) => {
        await write(tx);
        if (when === 'before the commit') throw rollBack;
      })
      .catch((error: unknown) => {
        if (error !== rollBack) throw error;
      });
    end.resolve('cut off');
    return forEver();
  }) as typeof transaction;
  try {
    return await Promise.race([work().then(() => 'finished' as const), end.promise]);
  } finally {
    db.transaction = transaction;
    // A killed process loses its memory.
    replaceProcessValue('series-under-way', undefined);
  }
}

/** Never settles, so that not even the handling of a failure runs. */
const forEver = () => new Promise<never>(() => {});

/** Runs the work in a process that kills itself at its n-th transaction. Returns whether it got that far. */
export function crashAt(
  source: DatabaseSource,
  work: object,
  at: number,
  when: Moment,
): Promise<'crashed' | 'finished'> {
  return endOf(startWork(source, work, { CRASH_AT: String(at), CRASH_WHEN: when }));
}

/** Runs the work to its end in a separate process. */
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
