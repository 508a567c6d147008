// @module-tag slow
import { expect, test } from 'vitest';
import { groups } from '#tests/bench/groups.ts';
import { run } from '#tests/support/starting.ts';

test('every group of the bench runs in its short form, and prints its measurements', async () => {
  const { code, said } = await run(['scripts/bench.ts', '--short'], {});

  expect(code, said).toBe(0);
  const [, ...printed] = said.split(/^== /m);
  expect(printed.map((part) => part.split('\n')[0])).toEqual(Object.keys(groups));
  for (const part of printed) expect(part).toMatch(/^ {2}what +measured/m);
}, 480_000);
