import { expect, test } from 'vitest';
import { readWhole } from '#lib/large-rows.ts';
import { sizeLimits } from '#lib/limits.ts';

const mebibyte = 1_048_576;
const room = sizeLimits.pageBytes / mebibyte;

interface Row {
  id: string;
  bytes: number;
  text: string;
}

/** A table of rows of so many bytes each, and what is asked of it. */
function tableOf(...sizes: number[]) {
  const rows = sizes.map((bytes, index): Row => ({ id: String(index), bytes, text: `text ${index}` }));
  const asked: string[][] = [];
  const read = async (ids: string[]) => {
    asked.push(ids);
    // A database gives them in whatever order.
    return rows.filter(({ id }) => ids.includes(id)).toReversed();
  };
  const listed = rows.map((row) => ({ ...row, text: row.bytes > 10_240 ? '' : row.text }));
  return { shown: async () => (await readWhole(listed, read)).map(({ text }) => text), asked };
}
const texts = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}`);

test('small rows are a page without anything more to be read', async () => {
  const { shown, asked } = tableOf(...Array(100).fill(10_240));
  expect(await shown()).toEqual(texts(100));
  expect(asked).toEqual([]);
});

test('large rows are read apart, a megabyte at a time, and keep their order', async () => {
  const { shown, asked } = tableOf(100, mebibyte / 2, 100, mebibyte / 2, mebibyte, 100);
  expect(await shown()).toEqual(texts(6));
  expect(asked).toEqual([['1', '3'], ['4']]);
});

test.each([
  ['as many as fit', Array(20).fill(mebibyte), room],
  ['those before one that does not fit', [mebibyte, room * mebibyte, 100], 1],
  ['one that fits nowhere', [2 * room * mebibyte, 100], 1],
  ['none of none', [], 0],
])('a page shows %s', async (_what, sizes, count) => {
  const { shown, asked } = tableOf(...sizes);
  expect(await shown()).toEqual(texts(count));
  expect(asked.flat()).not.toContain(String(count));
});
