import { expect, test } from 'vitest';
import { sizeLimits } from '#lib/limits.ts';
import { pageWithinBytes } from '#lib/paging.ts';

const mebibyte = 1_048_576;
const room = sizeLimits.pageBytes / mebibyte;
const createdAt = new Date('2026-11-02T12:00:00Z');

test.each([
  ['as many rows as fit', Array(20).fill(mebibyte), room],
  ['the rows before one that does not fit, and none after it', [mebibyte, room * mebibyte, 100], 1],
  ['one row that fits nowhere', [2 * room * mebibyte, 100], 1],
  ['all rows where they fit', [100, mebibyte, 100], 3],
  ['no more rows than were asked for', Array(200).fill(100), 100],
  ['no row where there is none', [], 0],
])('a page has %s in their order, without reading more', async (_what, sizes: number[], count) => {
  const rows = sizes.map((bytes, index) => ({ id: String(index), createdAt, bytes }));
  const asked: string[] = [];
  const { list, nextCursor } = await pageWithinBytes(rows, { limit: 100 }, async (ids) => {
    asked.push(...ids);
    // A database gives them in any order.
    return rows.filter(({ id }) => ids.includes(id)).toReversed();
  });
  const ids = Array.from({ length: count }, (_, index) => String(index));
  expect(asked).toEqual(ids);
  expect(list.map(({ id }) => id)).toEqual(ids);
  expect(nextCursor !== undefined).toBe(count < sizes.length);
});

test('large rows are read a megabyte at a time', async () => {
  const sizes = [100, mebibyte / 2, 100, mebibyte / 2, mebibyte, 100];
  const rows = sizes.map((bytes, index) => ({ id: String(index), createdAt, bytes }));
  const asked: string[][] = [];
  await pageWithinBytes(rows, { limit: 100 }, async (ids) => {
    asked.push(ids);
    return rows.filter(({ id }) => ids.includes(id));
  });
  expect(asked).toEqual([['0', '1', '2'], ['3'], ['4'], ['5']]);
});
