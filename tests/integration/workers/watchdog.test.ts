// @module-tag slow
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test as testAlone } from 'vitest';
import { startAlta } from '#tests/support/alta.ts';
import { newDatabase } from '#tests/support/databases.ts';

// Each is a wait of seconds, and none of them has anything to do.
const test = testAlone.concurrent;

/** How a process that is busy like that ended, and what it said. */
async function ending(how: 'for-ever' | 'in-slices') {
  const child = spawn(process.execPath, ['tests/support/standing-still-process.ts', how]);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise<{ code: number | null; signal: string | null; said: string }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, said })),
  );
}

test('a process with a blocked event loop is ended, with a log line', async () => {
  const { signal, said } = await ending('for-ever');
  expect(signal).toBe('SIGKILL');
  expect(JSON.parse(said)).toMatchObject({
    level: 60,
    time: expect.any(String),
    msg: expect.stringContaining('did not respond for 3 seconds'),
  });
});

test('a busy process is not ended', async () => {
  expect(await ending('in-slices')).toEqual({ code: 0, signal: null, said: '' });
});

test('the application with a blocked event loop is ended after half a minute', async () => {
  const source = await newDatabase();
  const alta = await startAlta(source, { NODE_OPTIONS: '--import=./tests/support/stand-still-on-signal.ts' });
  const ended = once(alta.process, 'exit');
  alta.process.kill('SIGUSR2');
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(alta.output()).toContain('did not respond for 30 seconds');
}, 180_000);
