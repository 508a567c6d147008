import { expect, inject, test } from 'vitest';
import { groups } from '#tests/bench/groups.ts';
import { run } from '#tests/support/starting.ts';

// Where there is no PostgreSQL some have nothing to measure, and say so.
const table = inject('postgresUrl')
  ? /^ {2}what +measured/m
  : /^ {2}(what +measured|Skipped: no PostgreSQL)/m;

test('every group of the bench runs, in its short form, and prints what it measured', async () => {
  const { code, said } = await run(['scripts/bench.ts', '--short'], {});

  expect(code, said).toBe(0);
  const [, ...printed] = said.split(/^== /m);
  expect(printed.map((part) => part.split('\n')[0])).toEqual(Object.keys(groups));
  for (const part of printed) expect(part).toMatch(table);
}, 480_000);
