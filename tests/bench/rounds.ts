const isShort = process.argv.includes('--short');

/**
 * How much of something is measured: rounds, seconds, invoices. With `--short` the least, everywhere: that says whether
 * a bench still runs, and nothing of speed.
 */
export const amount = (full: number, short = 1): number => (isShort ? short : full);

export async function inOrder<T>(works: (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  for (const work of works) results.push(await work());
  return results;
}

type Contestants<Name extends string> = Record<Name, (round: number) => Promise<number> | number>;

/**
 * Measures every contestant once a round, forwards and backwards in turn, so that whatever else the machine is
 * doing, and whatever one leaves behind for the next, falls on all of them alike.
 */
export async function inTurns<Name extends string>(
  rounds: number,
  contestants: Contestants<Name>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contestants) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      measured[name].push(await contestants[name](round));
    }
  }
  return measured;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** The median of one contestant's rounds against another's of the same round. */
export function medianRatio(values: readonly number[], references: readonly number[]): number {
  return median(values.map((value, round) => value / (references[round] ?? Number.NaN)));
}

/** Milliseconds for one run of `work`, on average over `times`. */
export async function millisecondsOf(work: () => unknown, times = 1): Promise<number> {
  const start = performance.now();
  for (let run = 0; run < times; run++) await work();
  return (performance.now() - start) / times;
}
