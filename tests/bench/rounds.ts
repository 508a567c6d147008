const isShort = process.argv.includes('--short');

/**
 * An amount to measure, such as rounds, seconds or invoices. With `--short`, the minimum, which only shows whether the
 * benchmark still runs.
 */
export const amount = (full: number, short = 1): number => (isShort ? short : full);

export async function inOrder<T>(works: (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  for (const work of works) results.push(await work());
  return results;
}

type Contestants<Name extends string> = Record<Name, (round: number) => Promise<number> | number>;

/**
 * Measures every contestant once per round, alternately in forward and backward order, so that other load on the
 * machine and after-effects of a contestant affect all of them equally.
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

/** The median, over all rounds, of the ratio between one contestant and another in the same round. */
export function medianRatio(values: readonly number[], references: readonly number[]): number {
  return median(values.map((value, round) => value / (references[round] ?? Number.NaN)));
}

/** Average milliseconds of one run of `work`, over `times` runs. */
export async function millisecondsOf(work: () => unknown, times = 1): Promise<number> {
  const start = performance.now();
  for (let run = 0; run < times; run++) await work();
  return (performance.now() - start) / times;
}
