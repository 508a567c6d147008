import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runIn } from '#tests/support/documented-programs.ts';

// `go run` leaves its program behind, which held the pipe for ever: the white-label test hung wherever Go was installed.
test('a program that leaves a child holding its output ends in the given time', async () => {
  const leaving = ['bash', '-c', '(trap "" TERM; sleep 1000) & echo begun'];
  expect(await runIn(tmpdir(), leaving, {}, 1_000)).toEqual({ code: null, output: 'begun\n' });
});

test('a program that ends gives its exit code and all of its output', async () => {
  const ending = ['bash', '-c', 'echo out; echo err >&2; exit 3'];
  expect(await runIn(tmpdir(), ending)).toEqual({ code: 3, output: 'out\nerr\n' });
});
