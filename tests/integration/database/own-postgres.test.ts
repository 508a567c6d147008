// @module-tag slow
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { hasOwnPostgres, openOwnPostgres } from '#lib/database/own-postgres.ts';
import { startAlta } from '#tests/support/alta.ts';
import { newOwnDatabase } from '#tests/support/databases.ts';
import { start } from '#tests/support/starting.ts';

function newDirectory(): string {
  const { source, remove } = newOwnDatabase();
  onTestFinished(remove);
  return source.dataDir;
}

const lockOf = (dataDir: string) => join(dataDir, 'postgres/postmaster.pid');
const pidOf = (dataDir: string) => Number(readFileSync(lockOf(dataDir), 'utf8').split('\n')[0]);

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return (await client.query(statement).finally(() => client.end())).rows;
}

/** Another process that uses the server until it is told to leave, or killed. */
async function useElsewhere(dataDir: string) {
  const script = `
    const { openOwnPostgres } = await import('#lib/database/own-postgres.ts');
    const own = await openOwnPostgres(${JSON.stringify(dataDir)});
    console.log(own.url);
    process.stdin.once('end', async () => { await own.leave(); process.exit(0); }).resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const exited = once(child, 'exit');
  return {
    kill() {
      child.kill('SIGKILL');
      return exited;
    },
    leave() {
      child.stdin.end();
      return exited;
    },
  };
}

test('the own server has safe settings, listens on a socket only, and reads no file for the application', async () => {
  const dataDir = newDirectory();
  const own = await openOwnPostgres(dataDir);
  onTestFinished(own.leave);
  const settings = await ask(
    own.url,
    `select name, setting from pg_settings where name in
      ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses', 'ssl') order by name`,
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    ssl: 'off',
    synchronous_commit: 'on',
  });
  await expect(ask(own.url, `select pg_read_file('/etc/hostname')`)).rejects.toThrow('permission denied');
  await expect(ask(own.url, `copy (select 1) to program 'true'`)).rejects.toThrow('permission denied');
  expect((statSync(join(dataDir, 'postgres')).mode & 0o777).toString(8)).toBe('700');
  expect(statSync(dataDir).mode & 0o007).toBe(0);
});

test('the own server is shared from its first start on, and stopped by the last process that leaves', async () => {
  const dataDir = newDirectory();
  const all = await Promise.all([
    openOwnPostgres(dataDir),
    openOwnPostgres(dataDir),
    useElsewhere(dataDir),
    useElsewhere(dataDir),
  ]);
  const [own] = all;
  await ask(own.url, 'create table kept as select 1 as number');
  for (const each of all.slice(1)) await each.leave();
  expect(await ask(own.url, 'select number from kept')).toEqual([{ number: 1 }]);
  await own.leave();
  expect(existsSync(lockOf(dataDir))).toBe(false);
  const again = await openOwnPostgres(dataDir);
  onTestFinished(again.leave);
  expect(await ask(again.url, 'select number from kept')).toEqual([{ number: 1 }]);
});

test('processes that start the own server at the same time all get the one that wins', async () => {
  const dataDir = newDirectory();
  for (let round = 0; round < 5; round += 1) {
    const all = await Promise.all(
      [0, 3, 6, 9, 12, 15].map((delay) => sleep(round * delay).then(() => openOwnPostgres(dataDir))),
    );
    expect(await Promise.all(all.map((own) => ask(own.url, 'select 1 as number')))).toHaveLength(6);
    for (const own of all) await own.leave();
  }
}, 60_000);

test('a server whose process was killed keeps running, and the next process uses it and stops it', async () => {
  const dataDir = newDirectory();
  const killed = await useElsewhere(dataDir);
  await killed.kill();
  const pid = pidOf(dataDir);
  const own = await openOwnPostgres(dataDir);
  expect(pidOf(dataDir)).toBe(pid);
  // The server may take a moment to notice that the killed process has gone.
  const inUse = `select 1 from pg_stat_activity where application_name = 'alta in use'`;
  while ((await ask(own.url, inUse)).length > 1) await sleep(50);
  await own.leave();
  expect(existsSync(lockOf(dataDir))).toBe(false);
});

test('a killed server restarts while it is in use, with every committed row', async () => {
  const dataDir = newDirectory();
  const own = await openOwnPostgres(dataDir);
  onTestFinished(own.leave);
  const pool = new Pool({ connectionString: own.url });
  pool.on('error', () => {});
  onTestFinished(() => pool.end());
  await pool.query('create table kept as select 1 as number');
  const pid = pidOf(dataDir);
  process.kill(pid, 'SIGKILL');
  const isBack = () => existsSync(lockOf(dataDir)) && pidOf(dataDir) !== pid;
  while (!isBack()) await sleep(50);
  const answered = () => pool.query('select number from kept').catch(() => undefined);
  let answer = await answered();
  while (!answer) answer = await answered();
  expect(answer.rows).toEqual([{ number: 1 }]);
});

test('a stale lock with another program’s process id does not prevent the start', async () => {
  const dataDir = newDirectory();
  await (await openOwnPostgres(dataDir)).leave();
  writeFileSync(
    lockOf(dataDir),
    `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n.\n\n  1  1\nready   \n`,
  );
  const own = await openOwnPostgres(dataDir);
  onTestFinished(own.leave);
  expect(await ask(own.url, 'select 1 as number')).toEqual([{ number: 1 }]);
});

test('a damaged directory is reported, and left as it is', async () => {
  const damages: [damage: (database: string) => void, reason: RegExp][] = [
    [(at) => truncateSync(join(at, 'global/pg_control'), 100), /did not start/],
    [(at) => rmSync(join(at, 'pg_wal'), { recursive: true }), /did not start/],
    [(at) => writeFileSync(join(at, 'PG_VERSION'), '15\n'), /PostgreSQL 15[\s\S]*backup/],
    [(at) => rmSync(join(at, 'PG_VERSION')), /not a database/],
  ];
  for (const [damage, reason] of damages) {
    const dataDir = newDirectory();
    await (await openOwnPostgres(dataDir)).leave();
    damage(join(dataDir, 'postgres'));
    const refusal = await openOwnPostgres(dataDir).then(() => 'none', String);
    expect(refusal).toContain(join(dataDir, 'postgres'));
    expect(refusal).toMatch(reason);
  }
}, 180_000);

test('a database of before the first release is reported, and left as it is', async () => {
  const dataDir = newDirectory();
  mkdirSync(join(dataDir, 'database'));
  const { code, said } = await start({ DATA_DIR: dataDir, DATABASE_URL: '' });
  expect([code, said]).toEqual([1, expect.stringMatching(/before its first release/)]);
  expect(hasOwnPostgres(dataDir)).toBe(false);
});

test('the application warns at its start about its own server, and stops it at the end', async () => {
  const dataDir = newDirectory();
  const alta = await startAlta({ dataDir }, { LOG_LEVEL: 'info' });
  expect(alta.output()).toContain('DATABASE_URL is not set');
  expect(existsSync(lockOf(dataDir))).toBe(true);
  await alta.stop();
  expect(existsSync(lockOf(dataDir))).toBe(false);
});
