import { expect, test } from 'vitest';
import { compareLines } from '#console/w/[workspace]/configuration/workflows/changes.tsx';

const changed = (lines: { text: string; isChanged: boolean }[]) =>
  lines.flatMap(({ text, isChanged }) => (isChanged ? text : []));

test.each([
  ['the same', 'a\nb', 'a\nb', [], []],
  ['a line more', 'a\nc', 'a\nb\nc', [], ['b']],
  ['a line less', 'a\nb\nc', 'a\nc', ['b'], []],
  ['another line', 'a\nb\nc', 'a\nx\nc', ['b'], ['x']],
  ['a repeated line, once more', '}\n}', '}\n}\n}', [], ['}']],
  ['nothing in common', 'a', 'b', ['a'], ['b']],
])('the comparison finds the changed lines: %s', (_what, one, other, left, right) => {
  const [before, after] = compareLines(one, other);
  expect([changed(before), changed(after)]).toEqual([left, right]);
  expect(before.map(({ text }) => text).join('\n')).toBe(one);
  expect(after.map(({ text }) => text).join('\n')).toBe(other);
});
