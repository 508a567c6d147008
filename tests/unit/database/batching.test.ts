import { expect, test } from 'vitest';
import { oneSetAtATime } from '#lib/database/batching.ts';

test('of a set that fails as a whole, each input is tried alone', async () => {
  const sets: number[][] = [];
  const double = oneSetAtATime<number, number>(10, async (inputs) => {
    sets.push([...inputs]);
    if (inputs.includes(2)) throw new Error('not 2');
    return inputs.map((input) => 2 * input);
  });
  expect(await Promise.allSettled([1, 2, 3].map(double))).toMatchObject([
    { value: 2 },
    { reason: { message: 'not 2' } },
    { value: 6 },
  ]);
  expect(sets).toEqual([[1, 2, 3], [1], [2], [3]]);
});
