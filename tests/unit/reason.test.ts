import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { AltaError } from '#lib/errors.ts';
import { reasonOf, sentenceOf } from '#lib/reason.ts';

const directory = mkdtempSync(join(tmpdir(), 'alta-reason-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** The error that a call fails with. */
async function failureOf(act: () => unknown): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}

const listen = (port: number) =>
  new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
const portOf = (server: ReturnType<typeof createServer>) => (server.address() as { port: number }).port;

test.each<[string, () => unknown, string]>([
  [
    'a file that is not there',
    () => readFileSync(join(directory, 'none')),
    `there is no file ${directory}/none`,
  ],
  [
    'a file in a directory that is not there',
    () => writeFileSync(join(directory, 'none/file'), ''),
    `there is no directory ${directory}/none`,
  ],
  ['a directory that is not there', () => mkdtempSync('/nowhere/x-'), 'there is no directory /nowhere'],
  ['a directory instead of a file', () => readFileSync(directory), 'that is a directory, not a file'],
  [
    'a file instead of a directory',
    () => {
      writeFileSync(join(directory, 'file'), '');
      readFileSync(join(directory, 'file/x'));
    },
    `${directory}/file/x is not a directory, or lies below a file`,
  ],
  [
    'a program that is not there',
    () => execFileSync(join(directory, 'none')),
    `the program ${directory}/none is not installed`,
  ],
])('the reason for %s is in our words', async (_what, act, reason) => {
  expect(reasonOf(await failureOf(act))).toBe(reason);
});

test('the reason for a port that is taken, and for one at which nothing answers, names it', async () => {
  const server = await listen(0);
  const port = portOf(server);
  expect(reasonOf(await failureOf(() => listen(port)))).toBe(`port ${port} is taken`);
  await new Promise((resolve) => server.close(resolve));
  const refused = () => new Promise((_resolve, reject) => connect(port, '127.0.0.1').once('error', reject));
  expect(reasonOf(await failureOf(refused))).toBe(`nothing answers at 127.0.0.1:${port}`);
});

const system = (code: string, more: object = {}) =>
  Object.assign(new Error(`${code}: raw`), { code, ...more });
test.each<[unknown, string]>([
  [system('EACCES', { syscall: 'open', path: '/etc/x' }), 'This user has no permission for /etc/x.'],
  [system('EACCES', { syscall: 'listen', port: 80 }), 'This user may not listen on port 80.'],
  [system('ENOSPC', { syscall: 'write' }), 'The disk is full.'],
  [
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:25'), { code: 'ESOCKET' }),
    'Nothing answers at 127.0.0.1:25.',
  ],
  [
    new AggregateError([
      system('ECONNREFUSED', { address: '::1', port: 1 }),
      system('ECONNREFUSED', { address: '127.0.0.1', port: 1 }),
    ]),
    'Nothing answers at ::1:1; nothing answers at 127.0.0.1:1.',
  ],
  // Drizzle's errors quote the query and its parameters.
  [
    Object.assign(
      new Error('Failed query: insert … params: hunter2', {
        cause: Object.assign(new Error('relation "x" does not exist'), { severity: 'ERROR', code: '42P01' }),
      }),
      { query: 'insert …' },
    ),
    'PostgreSQL: relation "x" does not exist.',
  ],
  [
    new TypeError('fetch failed', { cause: system('ENOTFOUND', { hostname: 'db' }) }),
    'There is no host db, or the name server does not answer.',
  ],
  // Our own words are kept, also where a cause is more technical.
  [new Error('The file is damaged.', { cause: new Error('bad decrypt') }), 'The file is damaged.'],
  [new AltaError('not-found', 'The workspace was not found..'), 'The workspace was not found.'],
  [
    new Error('The configuration is not usable.\n  PORT: is none'),
    'The configuration is not usable.\n  PORT: is none',
  ],
  [z.object({ slug: z.string('must be text.') }).safeParse({}).error, 'Slug: must be text.'],
  ['it ended', 'It ended.'],
])('an error is a sentence with one full stop: %s', (error, sentence) => {
  expect(sentenceOf(error)).toBe(sentence);
});
