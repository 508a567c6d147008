// @module-tag slow
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { type DatabaseSource, openDatabase } from '#lib/database/client.ts';
import { schemaCompatibility } from '#lib/database/tables/schema.ts';
import { ownVersion } from '#lib/version.ts';
import { startAlta } from '#tests/support/alta.ts';
import { eventually } from '#tests/support/api-client.ts';
import { newDatabase, onDatabase } from '#tests/support/databases.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { nextVersion } from '#tests/support/migrations.ts';
import { freePort } from '#tests/support/postgres.ts';
import { start } from '#tests/support/starting.ts';

/** Removed when the test that asks for it ends. */
function emptyDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'alta-start-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

test.each([
  ['no vault key', () => ({ ALTA_VAULT_KEY: '', DATA_DIR: emptyDirectory() }), /openssl rand -base64 32/],
  ['a port that is none', () => ({ PORT: 'http' }), /PORT/],
  [
    'a database that does not answer',
    () => ({ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' }),
    /could not start: the database does not answer: nothing answers at 127\.0\.0\.1:1\n.*doctor says more\. The database is at 127\.0\.0\.1:1\./,
  ],
  [
    'a trust bundle that is not there',
    () => ({ ARCA_TRUST_BUNDLE_DIR: '/nowhere', DATA_DIR: emptyDirectory() }),
    /nowhere/,
  ],
  ['a directory that is everybody’s', () => ({ DATA_DIR: tmpdir() }), /open to other users \(mode 1777\)/],
])('the application with %s ends at once with the reason', async (_what, env, reason) => {
  const { code, said } = await start(env());
  expect(code).toBe(1);
  expect(said).toMatch(reason);
  expect(said).toMatch(/^Alta could not start: /m);
  expect(said).not.toMatch(/hunter2|\.ts:\d/);
});

test('the application on a taken port ends with the reason, and opens nothing', async () => {
  const [port, dataDir] = [await freePort(), emptyDirectory()];
  const holder = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void holder.close());
  await once(holder, 'listening');
  const { code, said } = await start({ PORT: String(port), DATABASE_URL: '', DATA_DIR: dataDir });
  expect([code, said.trim()]).toEqual([
    1,
    `Alta could not start: port ${port} is taken; \`ss -ltnp\` says by which program`,
  ]);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('the application whose port is taken during its start closes what it opened and ends with the reason', async () => {
  const [port, source] = [await freePort(), await newDatabase()];
  const holder = createServer();
  const toDatabase = new URL(source.url ?? '');
  // Its connection to the database comes after its first look at the port.
  const relay = createServer(async (client) => {
    const server = connect(Number(toDatabase.port), toDatabase.hostname);
    for (const socket of [client, server]) socket.on('error', () => {});
    if (!holder.listening) await once(holder.listen(port, '127.0.0.1'), 'listening');
    client.pipe(server).pipe(client);
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => [holder, relay].forEach((each) => void each.close()));
  const url = Object.assign(new URL(toDatabase), { port: String((relay.address() as AddressInfo).port) });
  const { code, said } = await start({
    PORT: String(port),
    DATABASE_URL: url.href,
    DATA_DIR: source.dataDir,
  });
  expect(code).toBe(1);
  expect(said).toContain(`Alta could not start: port ${port} is taken`);
  expect(said).not.toMatch(/Alta listens|\.ts:\d/);
});

test('the application says that it is not ready, and why, once its build is replaced', async () => {
  const directory = nextVersion(ownVersion(), 'select 1;');
  const alta = await startAlta(await newDatabase(), {}, directory);
  onTestFinished(alta.stop);
  const ready = async () => (await fetchPage(`${alta.origin}/api/health/ready`)).json();
  expect(await ready()).toEqual({ status: 'ok' });
  // A link to this build.
  rmSync(join(directory, '.next'));
  expect(await ready()).toEqual({ status: 'build-replaced' });
  expect(
    alta.output().match(/restart it, and build the next version in a directory of its own/g),
  ).toHaveLength(1);
  // The next start, without a build, ends with the reason.
  await alta.stop();
  await expect(startAlta(await newDatabase(), {}, directory)).rejects.toThrow(
    /Alta could not start: there is no complete build in .*: npm run build makes one/,
  );
});

test.each(['npm', 'its shell'])(
  'the application ends in order when SIGTERM is sent to %s',
  async (target) => {
    const [port, { url, dataDir }] = [String(await freePort()), await newDatabase()];
    const npm = spawn('npm', ['start'], {
      env: { ...process.env, PORT: port, DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'info' },
    });
    let said = '';
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (said += text));
    await eventually(
      async () => said,
      (text) => text.includes('Alta listens'),
    );
    const { stdout } = spawnSync('pgrep', ['-P', String(npm.pid)], { encoding: 'utf8' });
    process.kill(target === 'npm' ? Number(npm.pid) : Number(stdout), 'SIGTERM');
    expect(await once(npm, 'exit')).toEqual([0, null]);
    expect(said).toContain('"msg":"stopped"');
    const next = createServer().listen(Number(port), '127.0.0.1');
    await once(next, 'listening');
    next.close();
  },
);

test('the data directory is closed to other users at the start', async () => {
  const dataDir = emptyDirectory();
  chmodSync(dataDir, 0o755);
  const alta = await startAlta({ ...(await newDatabase()), dataDir });
  onTestFinished(alta.stop);
  expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700');
});

/** Of a newer build, as its migration leaves the database; `since` is the oldest version that serves on it. */
async function outrun(source: DatabaseSource, since: string, made = '2999-01-01'): Promise<void> {
  const opened = await openDatabase(source);
  await opened.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
    values ('of a newer build', ${Date.parse(made)})`);
  await opened.db.update(schemaCompatibility).set({ since });
  await opened.close();
}

onDatabase('the schema of a newer build', () => {
  test('is opened while it only adds to the own one, and left as it is once it removed something', async () => {
    const source = await newDatabase();
    await outrun(source, ownVersion());
    const opened = await openDatabase(source);
    await opened.db.update(schemaCompatibility).set({ since: '999.0.0' });
    await opened.close();
    for (const _again of [1, 2])
      await expect(openDatabase(source)).rejects.toThrow(/newer[\s\S]*2999-01-01[\s\S]*before 999\.0\.0/);
  });
});

test('a schema with older foreign migrations has diverged, and is refused', async () => {
  const source = await newDatabase();
  await outrun(source, ownVersion(), '2026-01-01');
  await expect(openDatabase(source)).rejects.toThrow(/has diverged/);
});

test('the application ends with the reason on the schema of a newer build', async () => {
  const source = await newDatabase();
  await outrun(source, '999.0.0');
  const { code, said } = await start({ DATABASE_URL: source.url ?? '', DATA_DIR: source.dataDir });
  expect([code, /newer[\s\S]*2999-01-01/.test(said)]).toEqual([1, true]);
});
