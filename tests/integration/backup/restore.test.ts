// @module-tag slow
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { backUp } from '#lib/backup/back-up.ts';
import { ownRecipient, type SealedTo, sealFile } from '#lib/backup/backup-file.ts';
import { migrationsOf } from '#lib/backup/contents.ts';
import { restore } from '#lib/backup/restore.ts';
import { type DatabaseSource, database, openWithoutMigrating } from '#lib/database/client.ts';
import { knownMigrations } from '#lib/database/migrate.ts';
import { databaseIdentities, latestBackup } from '#lib/database/tables/schema.ts';
import { repair } from '#lib/workers.ts';
import { startAlta } from '#tests/support/alta.ts';
import { eventually } from '#tests/support/api-client.ts';
import { newBareDatabase, newDatabase, newOwnDatabase } from '#tests/support/databases.ts';
import { fastDirectory } from '#tests/support/fast-directory.ts';
import { sealEverywhere } from '#tests/support/sealed-everywhere.ts';
import { openSealed } from '#tests/support/sealed-values.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { run } from '#tests/support/starting.ts';
import { configure, idOf, newKey, withKeys } from '#tests/support/vault-keys.ts';
import { looking, withDatabase } from '#tests/support/with-database.ts';

const simulator = await simulatorOfWorker();
const key = newKey();

function newFile(): string {
  const directory = mkdtempSync(join(fastDirectory(), 'alta-backups-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, 'alta.backup');
}

const backUpOf = (source: DatabaseSource, file: string) =>
  looking(source, () => backUp(database(), new Date(), file));

/** A database with something of everything. */
async function filled(source?: DatabaseSource): Promise<DatabaseSource> {
  configure([key]);
  source ??= await newDatabase();
  await withDatabase(source, async () => void (await sealEverywhere(simulator)));
  return source;
}

/** All rows of the application's tables, as text, without those about the database itself. */
async function allRows(): Promise<Record<string, string[]>> {
  const tables = await database().execute<{ name: string }>(sql`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
      and relname not in ('database_identities', 'latest_backup') order by 1`);
  const all: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await database().execute<{ row: string }>(
      sql.raw(`select t::text as row from ${name} t`),
    );
    all[name] = rows.map(({ row }) => row).sort();
  }
  return all;
}

/** What the schema has beside rows: what refers to what, and which number comes next. */
async function rulesAndSequences() {
  const { rows } = await database().execute(sql`
    select conname::text as name, pg_get_constraintdef(oid) as says from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('p', 'f', 'u', 'c')
    union all select sequencename, last_value::text from pg_sequences where schemaname = 'public' order by 1, 2`);
  return rows;
}

test('all rows and sealed values move from the own PostgreSQL to another and back through a backup', async () => {
  const [own, another, file] = [newOwnDatabase(), newOwnDatabase(), newFile()];
  onTestFinished(own.remove);
  onTestFinished(another.remove);
  const source = await filled(own.source);
  const [rows, rules] = await looking(
    source,
    async () => [await allRows(), await rulesAndSequences()] as const,
  );
  expect(Object.values(rows).filter(({ length }) => length > 0).length).toBeGreaterThan(20);

  const server = await newBareDatabase();
  const { url = '' } = server;
  const environment = { DATABASE_URL: url, DATA_DIR: source.dataDir, ...withKeys([key]) };
  const instance = await openWithoutMigrating(source);
  expect(await run(['scripts/move.ts'], environment)).toEqual({
    code: 1,
    said: 'Another process uses the database in DATA_DIR: stop Alta first.\n',
  });
  await instance.close();
  const moved = await run(['scripts/move.ts'], environment);
  expect(moved).toEqual({ code: 0, said: expect.stringContaining('Start Alta with this DATABASE_URL.') });
  expect(readdirSync(source.dataDir)).toEqual(['postgres']);
  await backUpOf(server, file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await restore(file, another.source);
  for (const place of [server, another.source])
    await looking(place, async () => {
      expect(await allRows()).toEqual(rows);
      expect(await rulesAndSequences()).toEqual(rules);
      expect((await openSealed()).length).toBeGreaterThan(10);
    });
  // What waits has its entry in the queue again, which the backup leaves out.
  await withDatabase(server, async () => {
    await repair(new Date(Date.now() + 3_600_000));
    const waiting = await database().execute(sql`select 1 from pgboss.job where state < 'completed'`);
    expect(waiting.rows.length).toBeGreaterThan(0);
  });
});

test('a restore touches no filled database, and a backup no existing file', async () => {
  const [source, file] = [await filled(), newFile()];
  await backUpOf(source, file);
  const [before, bytes] = [await looking(source, allRows), readFileSync(file)];
  await expect(restore(file, source)).rejects.toThrow('is not empty');
  expect(await looking(source, allRows)).toEqual(before);
  await expect(backUpOf(source, file)).rejects.toThrow('already exists');
  expect(readFileSync(file)).toEqual(bytes);
  expect(readdirSync(dirname(file))).toEqual(['alta.backup']);
});

test('a backup that is truncated, altered or under another key is refused before anything is written', async () => {
  const [source, file, other] = [await filled(), newFile(), newKey()];
  await backUpOf(source, file);
  const bytes = readFileSync(file);
  const changed = (at: number) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const target = await newBareDatabase();
  const cases: [what: string, content: Buffer, words: string][] = [
    ['without its last byte', bytes.subarray(0, -1), 'was changed or truncated'],
    ['half of it', bytes.subarray(0, bytes.length / 2), 'was changed or truncated'],
    ['with more behind it', Buffer.concat([bytes, Buffer.from('x')]), 'was changed or truncated'],
    ['changed in the middle', changed(Math.floor(bytes.length / 2)), 'was changed or truncated'],
    ['changed at the end', changed(bytes.length - 1), 'was changed or truncated'],
    ['something else', Buffer.from('a letter'), 'is not a backup'],
    ['nothing', Buffer.alloc(0), 'is not a backup'],
  ];
  for (const [what, content, words] of cases) {
    writeFileSync(file, content);
    expect([what, await restore(file, target).catch(String)]).toEqual([what, expect.stringContaining(words)]);
  }
  writeFileSync(file, bytes);
  configure([other]);
  await expect(restore(file, target)).rejects.toThrow(`sealed to the vault key ${idOf(key)}`);
  const { db, close } = await openWithoutMigrating(target);
  expect(await migrationsOf(db).finally(close)).toEqual([]);
  // Among others the key is found.
  configure([other, key]);
  expect(await restore(file, target)).toMatchObject({ key: idOf(key) });
});

test('a file that somebody else made, or that expands to more than memory holds, is refused as a backup', async () => {
  configure([key]);
  const make = async (to: SealedTo, ...pieces: (string | Buffer)[]) => {
    const file = newFile();
    const write = async (plain: NodeJS.WritableStream) => {
      for (const piece of pieces) await new Promise<void>((done) => plain.write(piece, () => done()));
      plain.end();
    };
    await sealFile(file, write, to);
    return { file, size: statSync(file).size };
  };
  const beginning = `${JSON.stringify({
    format: 'alta-backup/1',
    version: '0.2.0',
    at: new Date().toISOString(),
    migrations: knownMigrations(),
    key: idOf(key),
    sequences: {},
  })}\n`;
  const target = await newBareDatabase();
  // The recipient that is printed for workspaces.
  const forged = await make({ recipient: await ownRecipient() }, beginning);
  await expect(restore(forged.file, target)).rejects.toThrow('can not be opened');
  const million = Buffer.alloc(2 ** 20, 'x');
  const bomb = await make('this-installation', beginning, '["', ...Array(200).fill(million), '"]\n');
  expect(bomb.size).toBeLessThan(2 ** 20);
  await expect(restore(bomb.file, target)).rejects.toThrow('too long');
  const tables = Array.from(
    { length: 1_001 },
    (_, at) => `${JSON.stringify({ table: `t${at}`, columns: ['id'] })}\n`,
  );
  const many = await make('this-installation', beginning, tables.join(''));
  await expect(restore(many.file, target)).rejects.toThrow('not a backup');
  const { db, close } = await openWithoutMigrating(target);
  expect(await migrationsOf(db).finally(close)).toEqual([]);
});

test('a newer build’s backup is refused with the reason', async () => {
  const [source, file] = [await filled(), newFile()];
  const { db, close } = await openWithoutMigrating(source);
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
    values ('of a newer build', ${Date.parse('2999-01-01')})`);
  await backUp(db, new Date(), file).finally(close);
  await expect(restore(file, await newBareDatabase())).rejects.toThrow('or a newer one');
});

test('the commands report their result, the backup stores when it finished, and a verification leaves nothing behind', async () => {
  const [{ url = '', dataDir }, file] = [await filled(), newFile()];
  const scratch = mkdtempSync(join(dirname(file), 'scratch-'));
  const program = (...args: string[]) =>
    run(args, { DATABASE_URL: url, DATA_DIR: dataDir, TMPDIR: scratch, ...withKeys([key]) });
  expect(await program('scripts/backup.ts', file)).toEqual({
    code: 0,
    said: expect.stringMatching(new RegExp(`\\d+ rows of \\d+ tables[\\s\\S]*need ${idOf(key)}`)),
  });
  await looking({ url, dataDir }, async () => {
    const [recorded] = await database().select().from(latestBackup);
    expect(recorded).toEqual({ id: 1, finishedAt: expect.any(Date), bytes: statSync(file).size });
  });
  const reader = `reader_${randomUUID().slice(0, 8)}`;
  await looking({ url, dataDir }, async () => {
    await database().execute(sql.raw(`create role ${reader} login; grant pg_read_all_data to ${reader}`));
  });
  const readOnlyUrl = Object.assign(new URL(url), { username: reader }).toString();
  const settings = { DATABASE_URL: readOnlyUrl, DATA_DIR: dataDir, ...withKeys([key]) };
  expect(await run(['scripts/backup.ts', `${file}-2`], settings)).toEqual({
    code: 0,
    said: expect.stringMatching(/could not be stored[\s\S]*rows of/),
  });
  expect(await program('scripts/restore.ts', file, '--verify')).toEqual({
    code: 0,
    said: expect.stringMatching(
      new RegExp(`vault opens with key ${idOf(key)}.*\\s+The backup can be restored`),
    ),
  });
  expect(readdirSync(scratch)).toEqual([]);
  expect(await program('scripts/restore.ts', file)).toEqual({
    code: 1,
    said: expect.stringContaining('is not empty'),
  });
});

test('a running process notices that another server has taken over', async () => {
  const source = await newDatabase();
  const alta = await startAlta(source);
  onTestFinished(() => alta.stop());
  await looking(source, async () => {
    await database().delete(databaseIdentities);
    await database().insert(databaseIdentities).values({ identity: 'of the server before' });
    await eventually(
      () => database().$count(databaseIdentities),
      (count) => count === 2,
    );
  });
}, 60_000);
