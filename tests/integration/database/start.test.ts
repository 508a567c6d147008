import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DatabaseSource, openDatabase } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { schemaCompatibility } from '#lib/database/tables/schema.ts';
import { ownVersion } from '#lib/version.ts';
import { startAlta } from '#tests/support/alta.ts';
import { cheapest, embedded, onEachDatabase } from '#tests/support/databases.ts';
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
    /ECONNREFUSED/,
  ],
  [
    'a trust bundle that is not there',
    () => ({ ARCA_TRUST_BUNDLE_DIR: '/nowhere', DATA_DIR: emptyDirectory() }),
    /nowhere/,
  ],
  ['a directory that is everybody’s', () => ({ DATA_DIR: tmpdir() }), /open to other users \(mode 1777\)/],
])('with %s it ends at once and says why', async (_what, env, reason) => {
  const { code, said } = await start(env());
  expect(code).toBe(1);
  expect(said).toMatch(reason);
  expect(said).toMatch(/^Alta could not start: /m);
  expect(said).not.toMatch(/hunter2|\.ts:\d/);
});

test.each([
  ['PostgreSQL', cheapest],
  ['the embedded database', embedded],
])('on %s a directory that others could look into is closed to them at start', async (_, { create }) => {
  const { source, remove } = await create();
  const dataDir = source.dataDir || emptyDirectory();
  chmodSync(dataDir, 0o755);
  const alta = await startAlta({ ...source, dataDir });
  onTestFinished(async () => {
    await alta.stop();
    remove();
  });
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

onEachDatabase('the schema of a newer build', (kind) => {
  test('is opened while it only adds to ours; what took something away is not, and is left as it is', async () => {
    const { source, remove } = await kind.create();
    await outrun(source, ownVersion());
    const opened = await openDatabase(source);
    await opened.db.update(schemaCompatibility).set({ since: '999.0.0' });
    await opened.close();
    for (const _again of [1, 2])
      await expect(openDatabase(source)).rejects.toThrow(/newer[\s\S]*2999-01-01[\s\S]*before 999\.0\.0/);
    remove();
  });
});

test('a schema that has what is older than ours, and not ours, is of another line', async () => {
  const { source, remove } = await cheapest.create();
  await outrun(source, ownVersion(), '2026-01-01');
  await expect(openDatabase(source)).rejects.toThrow(/another line/);
  remove();
});

test('on the schema of a newer build it ends and says so', async () => {
  const { source, remove } = await cheapest.create();
  await outrun(source, '999.0.0');
  const { code, said } = await start({ DATABASE_URL: source.url ?? '', DATA_DIR: source.dataDir });
  expect([code, /newer[\s\S]*2999-01-01/.test(said)]).toEqual([1, true]);
  remove();
});

describe('the directory of the embedded database', () => {
  /** What a disk that fails, a copy that broke off or a hand that slips leaves behind. */
  test.each([
    ['without its version', (database: string) => rmSync(join(database, 'PG_VERSION'))],
    [
      'with its tables only',
      (database: string) => {
        for (const name of readdirSync(database)) {
          if (name !== 'base') rmSync(join(database, name), { recursive: true });
        }
      },
    ],
    ['with a part of its control file', (at: string) => truncateSync(join(at, 'global/pg_control'), 100)],
    ['without its log', (database: string) => rmSync(join(database, 'pg_wal'), { recursive: true })],
    ['of another version', (database: string) => writeFileSync(join(database, 'PG_VERSION'), '15\n')],
    [
      'with files of somebody else',
      (database: string) => {
        rmSync(database, { recursive: true });
        mkdirSync(database);
        writeFileSync(join(database, 'accounts.ods'), 'not ours');
      },
    ],
  ])('%s is named when it can not be opened, and nothing is begun in it', async (_what, damage) => {
    const { source, remove } = await embedded.create();
    const database = join(source.dataDir, 'database');
    damage(database);
    const found = copyOf(database);
    const refusal = await openDatabase(source).then(() => 'none', String);
    expect(refusal).toContain(database);
    expect(refusal).toMatch(/backup/);
    expect(filesOf(database)).toEqual(filesOf(found));
    remove();
  });

  test('that can not be opened ends the application, which says so', async () => {
    const { source, remove } = await embedded.create();
    const database = join(source.dataDir, 'database');
    rmSync(join(database, 'PG_VERSION'));
    const { code, said } = await start({ DATA_DIR: source.dataDir });
    expect([code, said.includes(database)]).toEqual([1, true]);
    remove();
  });

  test('that is empty is begun', async () => {
    const { source, remove } = await embedded.createBare();
    mkdirSync(join(source.dataDir, 'database'));
    const opened = await openDatabase(source);
    expect(await opened.db.$count(workspaces)).toBe(0);
    await opened.close();
    remove();
  });
});

const copyOf = (directory: string) => {
  const copy = emptyDirectory();
  cpSync(directory, copy, { recursive: true });
  return copy;
};

/** But for the note that PostgreSQL itself leaves when it tries. */
const filesOf = (directory: string) =>
  readdirSync(directory, { recursive: true })
    .filter((name) => name !== 'postmaster.pid')
    .sort();
