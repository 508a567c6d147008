// @module-tag slow
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { type DatabaseSource, openDatabase } from '#lib/database/client.ts';
import { schemaCompatibility } from '#lib/database/tables/schema.ts';
import { ownVersion } from '#lib/version.ts';
import { startAlta } from '#tests/support/alta.ts';
import { newDatabase, onDatabase } from '#tests/support/databases.ts';
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
    /could not start: the database does not answer: nothing answers at 127.0.0.1:1$/m,
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
  expect([code, said.trim()]).toEqual([1, `Alta could not start: port ${port} is taken`]);
  expect(readdirSync(dataDir)).toEqual([]);
});

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
