import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#lib/database/client.ts';
import { embedded } from '../../support/databases.ts';
import { freePort } from '../../support/postgres.ts';

/** Starts the application as an operator does, and gives how it ended and what it said. */
async function start(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(await freePort()), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, said };
}

const emptyDirectory = () => mkdtempSync(join(tmpdir(), 'alta-start-'));

test.each([
  ['no vault key', () => ({ ALTA_VAULT_KEY: '', DATA_DIR: emptyDirectory() }), /openssl rand -base64 32/],
  ['a port that is none', () => ({ PORT: 'http' }), /PORT/],
  [
    'a database that does not answer',
    () => ({ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' }),
    /ECONNREFUSED/,
  ],
  [
    'a trust bundle that is not there',
    () => ({ ARCA_TRUST_BUNDLE_DIR: '/nowhere', DATA_DIR: emptyDirectory() }),
    /nowhere/,
  ],
])('with %s it ends at once and says why', async (_what, env, reason) => {
  const { code, said } = await start(env());
  expect(code).toBe(1);
  expect(said).toMatch(reason);
  expect(said).not.toContain('hunter2');
});

test('on a data directory that another process has open it ends and says what to do', async () => {
  const { source, remove } = await embedded.create();
  const mine = await openDatabase(source);
  const { code, said } = await start({ DATA_DIR: source.dataDir });
  expect([code, /another process[\s\S]*DATABASE_URL/.test(said)]).toEqual([1, true]);
  await mine.close();
  remove();
});
