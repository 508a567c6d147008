// @module-tag slow
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startAlta } from '#tests/support/alta.ts';
import { fastDirectory } from '#tests/support/fast-directory.ts';
import { issueAsSupplier, newIntegrator } from '#tests/support/issue-by-api.ts';
import { freePort } from '#tests/support/postgres.ts';
import { authorityOf, startSimulator } from '#tests/support/simulator.ts';
import { stubbornClient } from '#tests/support/stubborn-client.ts';
import { withDatabase } from '#tests/support/with-database.ts';

/** The folder of Debian's package. */
const programs = '/usr/lib/postgresql/15/bin';
const isHere = existsSync(join(programs, 'initdb'));
if (!isHere)
  console.warn(`There is no PostgreSQL 15 in ${programs}: the test on the oldest version is skipped.`);

/** @returns its address */
async function startOldest(): Promise<string> {
  const directory = mkdtempSync(join(fastDirectory(), 'alta-postgres-15-'));
  const id = (of: string) => Number(execFileSync('id', [of, 'nobody'], { encoding: 'utf8' }));
  const owner = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
  if (owner.uid) chownSync(directory, owner.uid, owner.gid);
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), ['-D', directory, ...args], {
      ...owner,
      cwd: '/',
      stdio: 'ignore',
    });
  const port = await freePort();
  run('initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale');
  const settings = `-p ${port} -h 127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  run('pg_ctl', '-w', '-l', join(directory, 'log'), '-o', settings, 'start');
  onTestFinished(() => {
    run('pg_ctl', '-m', 'immediate', 'stop');
    rmSync(directory, { recursive: true, force: true });
  });
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

test.skipIf(!isHere)('on PostgreSQL 15 a supplier is registered and issues invoices', async () => {
  const source = { url: await startOldest(), dataDir: '' };
  const simulator = await startSimulator();
  onTestFinished(() => simulator.stop());
  const { apiKey, workflows } = await withDatabase(source, newIntegrator);
  const alta = await startAlta(source, authorityOf(simulator));
  onTestFinished(() => alta.stop());
  const call = stubbornClient(() => alta.origin, apiKey);

  const { id } = await issueAsSupplier(call, workflows, simulator);

  expect(await call('GET', `/silo/v1/entries/${id}`)).toMatchObject({ state: 'registered' });
});
