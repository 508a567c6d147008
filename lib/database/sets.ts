import { setTimeout as wait } from 'node:timers/promises';
import DataLoader from 'dataloader';

/** A set that takes longer hangs, maybe: the next does not wait for it. */
const patienceMs = 1_000;

/**
 * What is asked of one transaction, or of the database, at the same time goes in one statement: who works a set side
 * by side needs a few statements for all of it, and reads as if each were alone.
 * @param work gives an answer for each input, in their order
 */
export function together<Of extends object, In, Out>(
  work: (of: Of, inputs: readonly In[]) => Promise<readonly Out[]>,
): (of: Of, input: In) => Promise<Out> {
  const loaders = new WeakMap<Of, DataLoader<In, Out>>();
  return (of, input) => {
    const loader = loaders.get(of) ?? new DataLoader((inputs) => work(of, inputs), { cache: false });
    loaders.set(of, loader);
    return loader.load(input);
  };
}

/**
 * What is asked while a set is on its way goes together with the next: one alone does not wait, and many share a
 * transaction. Where a set fails each is tried alone, so that none fails for another.
 * @param work gives an answer for each input, in their order; an Error for one that fails by itself
 */
export function oneSetAtATime<In, Out>(
  most: number,
  work: (inputs: readonly In[]) => Promise<readonly (Out | Error)[]>,
): (input: In) => Promise<Out> {
  let onItsWay: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<In, Out>(
    (inputs) => {
      const set = eachAlone(inputs, work);
      onItsWay = Promise.race([set, wait(patienceMs, undefined, { ref: false })]);
      return set;
    },
    {
      cache: false,
      maxBatchSize: most,
      batchScheduleFn: (send) => void onItsWay.then(() => setImmediate(send)),
    },
  );
  return (input) => loader.load(input);
}

async function eachAlone<In, Out>(
  inputs: readonly In[],
  work: (inputs: readonly In[]) => Promise<readonly (Out | Error)[]>,
): Promise<(Out | Error)[]> {
  try {
    return [...(await work(inputs))];
  } catch (thrown) {
    if (inputs.length === 1) return [thrown instanceof Error ? thrown : new Error(String(thrown))];
    const outcomes: (Out | Error)[] = [];
    for (const input of inputs) outcomes.push(...(await eachAlone([input], work)));
    return outcomes;
  }
}

/**
 * All at the same time. It fails when all have ended: none still writes in a transaction that was rolled back for
 * another.
 */
export async function sideBySide<In, Out>(
  inputs: readonly In[],
  work: (input: In) => Promise<Out>,
): Promise<Out[]> {
  const outcomes = await Promise.allSettled(inputs.map(work));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/** Of rows that came in any order: for each key the row, or undefined. */
export function inOrderOf<Key, Row>(
  keys: readonly Key[],
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): (Row | undefined)[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.map((key) => byKey.get(key));
}
