import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#lib/database/client.ts';
import { embedded, onEachDatabase } from '#tests/support/databases.ts';
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

onEachDatabase('the application', (kind) => {
  test('does not start on the schema of a newer build, and leaves it as it is', async () => {
    const { source, remove } = await kind.create();
    const before = await openDatabase(source);
    await before.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values ('of a newer build', ${Date.parse('2999-01-01T00:00:00Z')})`);
    await before.close();
    const { code, said } = await start({ DATABASE_URL: source.url ?? '', DATA_DIR: source.dataDir });
    expect(code).toBe(1);
    expect(said).toMatch(/newer[\s\S]*2999-01-01/);
    await expect(openDatabase(source)).rejects.toThrow(/newer/);
    remove();
  });
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
    const { code, said } = await start({ DATA_DIR: source.dataDir });
    expect(code).toBe(1);
    expect(said).toContain(database);
    expect(said).toMatch(/backup/);
    expect(filesOf(database)).toEqual(filesOf(found));
    remove();
  });

  test('that is empty is begun', async () => {
    const { source, remove } = await embedded.createBare();
    mkdirSync(join(source.dataDir, 'database'));
    const { code } = await start({ DATA_DIR: source.dataDir });
    expect(code).toBe(0);
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
