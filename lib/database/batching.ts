import { setTimeout as wait } from 'node:timers/promises';
import DataLoader from 'dataloader';

/** Longest time that a set waits for the previous one, which may hang. */
const maxWaitMs = 1_000;

/**
 * Batches concurrent calls on one transaction or database into one statement (DataLoader), so that code that
 * handles one item stays simple and a set of items needs few statements.
 * @param work returns a result for each input, in order
 */
export function batchLoader<Db extends object, In, Out>(
  work: (db: Db, inputs: readonly In[]) => Promise<readonly Out[]>,
): (db: Db, input: In) => Promise<Out> {
  const loaders = new WeakMap<Db, DataLoader<In, Out>>();
  return (db, input) => {
    const loader = loaders.get(db) ?? new DataLoader((inputs) => work(db, inputs), { cache: false });
    loaders.set(db, loader);
    return loader.load(input);
  };
}

/**
 * Handles the inputs in sets, one set at a time. Calls that arrive while a set is in progress form the next set, so
 * a lone call starts at once and concurrent calls share a transaction. If a set fails, each of its inputs is retried
 * alone, so that one bad input does not fail the others.
 * @param work returns a result for each input, in order; an Error for one that fails by itself
 */
export function oneSetAtATime<In, Out>(
  maxSetSize: number,
  work: (inputs: readonly In[]) => Promise<readonly (Out | Error)[]>,
): (input: In) => Promise<Out> {
  let currentSet: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<In, Out>(
    (inputs) => {
      const set = runOrSplit(inputs, work);
      currentSet = Promise.race([set, wait(maxWaitMs, undefined, { ref: false })]);
      return set;
    },
    {
      cache: false,
      maxBatchSize: maxSetSize,
      batchScheduleFn: (send) => void currentSet.then(() => setImmediate(send)),
    },
  );
  return (input) => loader.load(input);
}

async function runOrSplit<In, Out>(
  inputs: readonly In[],
  work: (inputs: readonly In[]) => Promise<readonly (Out | Error)[]>,
): Promise<(Out | Error)[]> {
  try {
    return [...(await work(inputs))];
  } catch (error) {
    if (inputs.length === 1) return [error instanceof Error ? error : new Error(String(error))];
    const outcomes: (Out | Error)[] = [];
    for (const input of inputs) outcomes.push(...(await runOrSplit([input], work)));
    return outcomes;
  }
}

/**
 * Like Promise.all, but rejects only after all calls have ended, so that none of them still writes in the
 * transaction after the failure of another has rolled it back.
 */
export async function runAll<In, Out>(
  inputs: readonly In[],
  work: (input: In) => Promise<Out>,
): Promise<Out[]> {
  const outcomes = await Promise.allSettled(inputs.map(work));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/** Rows in the order of their keys; undefined for a key without a row. */
export function rowsInKeyOrder<Key, Row>(
  keys: readonly Key[],
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): (Row | undefined)[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.map((key) => byKey.get(key));
}
