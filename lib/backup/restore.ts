import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  type Database,
  type DatabaseSource,
  type OpenDatabase,
  openWithoutMigrating,
  type Transaction,
} from '#lib/database/client.ts';
import { knownMigrations, migrate, migrationsFolder } from '#lib/database/migrate.ts';
import { openVault, VaultKeyMissing } from '#lib/database/vault-keys.ts';
import { vaultKeyOf } from '#lib/vault.ts';
import { unsealFile } from './backup-file.ts';
import {
  type BackupTable,
  BackupUnusable,
  Beginning,
  End,
  linesOf,
  type Manifest,
  migrationsOf,
  TableLine,
  tablesOf,
} from './contents.ts';

/**
 * Restores a backup into an empty database, migrates the database to this build's schema, and opens its vault.
 * @throws Error before anything is written, if the file or the database is unsuitable or the vault key is missing
 */
export async function restore(path: string, source: DatabaseSource): Promise<Manifest> {
  // Checks the whole file before anything is written.
  const beginning = await readContents(unsealFile(path), Beginning);
  requireSameMigrations(beginning);
  refuseWithoutKey(beginning);
  const { db, pool, close } = await openWithoutMigrating(source);
  try {
    await requireEmptyDatabase(db, beginning);
    await migrateTo(pool, beginning.migrations.length);
    const manifest = await loadContents(db, unsealFile(path));
    await migrate(pool);
    await openVault(db);
    return manifest;
  } finally {
    await close();
  }
}

function requireSameMigrations({ migrations, version }: Beginning): void {
  const knownTimes = knownMigrations();
  if (migrations.every((migrationTime, index) => migrationTime === knownTimes[index])) return;
  throw new BackupUnusable(
    `The backup was made by Alta ${version}, whose schema this build does not know. Restore it with that ` +
      'version or a newer one.',
  );
}

function refuseWithoutKey({ key }: Beginning): void {
  if (!vaultKeyOf(key)) throw new VaultKeyMissing(key);
}

async function requireEmptyDatabase(db: OpenDatabase['db'], { migrations }: Beginning): Promise<void> {
  const filled = await filledTables(db);
  const remedy = 'Set DATABASE_URL to an empty database, or DATA_DIR to an empty directory.';
  if (filled.length > 0) {
    const some = filled.slice(0, 5).join(', ');
    throw new Error(`The database is not empty: there are rows in ${some}. ${remedy}`);
  }
  const applied = await migrationsOf(db);
  if (applied.length > 0 && applied.join() !== migrations.join())
    throw new Error(`The version of the database's tables differs from the backup's. ${remedy}`);
}

/** Migrates the schema to the version of the backup. */
async function migrateTo(pool: OpenDatabase['pool'], count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'alta-migrations-'));
  try {
    cpSync(migrationsFolder, folder, { recursive: true });
    const journal = join(folder, 'meta/_journal.json');
    const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'));
    writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
    await migrate(pool, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Tables with rows written by migrations. */
const ofMigrations = ['schema_compatibility'];

/** Names of the application's tables that have rows. */
export async function filledTables(db: Database | Transaction): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of await tablesOf(db)) {
    if (ofMigrations.includes(name)) continue;
    const { rows } = await db.execute(sql.raw(`select 1 from ${name} limit 1`));
    if (rows.length > 0) filled.push(name);
  }
  return filled;
}

/**
 * Writes a backup's contents into an empty database of the same schema, in one transaction. Foreign keys are
 * checked at the end, so the tables may come in any order.
 */
const loadContents = (db: Database, pieces: AsyncIterable<Uint8Array>): Promise<Manifest> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config(name, value, true) from (values
      ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0'), ('timezone', 'UTC'),
      ('datestyle', 'ISO'), ('intervalstyle', 'postgres')) settings (name, value)`);
    const tables = await tablesOf(tx);
    await tx.execute(sql.raw(`lock table ${tables.map(({ name }) => name).join(', ')}`));
    const filled = await filledTables(tx);
    if (filled.length > 0)
      throw new Error(`Another process wrote to the database during the restore: ${filled.join(', ')}.`);
    const foreignKeys = await suspendForeignKeys(tx);
    const manifest = await readContents(pieces, Beginning, loader(tx, tables));
    for (const [name, last] of Object.entries(manifest.sequences))
      await tx.execute(sql`select setval(${name}::regclass, ${last})`);
    for (const restore of foreignKeys) await tx.execute(sql.raw(restore));
    return manifest;
  });

/** Drops the foreign keys. @returns the statements that restore them */
async function suspendForeignKeys(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ suspend: string; restore: string }>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as suspend,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  for (const { suspend } of rows) await tx.execute(sql.raw(suspend));
  return rows.map(({ restore }) => restore);
}

function loader(tx: Transaction, tables: BackupTable[]): ContentsReader {
  let insert = '';
  return {
    async table({ table, columns }) {
      insert = insertOf(tables, table, columns);
      // Rows written by migrations are in the backup as well.
      await tx.execute(sql.raw(`delete from ${table}`));
    },
    async rows(lines) {
      const all = `[${lines.join(',')}]`;
      await tx.execute(sql`${sql.raw(insert)} from jsonb_array_elements(${all}::jsonb) as lines (line)`);
    },
  };
}

/** Statement that inserts the JSON arrays `lines (line)` into the columns. */
export function insertOf(tables: BackupTable[], table: string, columns: string[]): string {
  const tableColumns = tables.find(({ name }) => name === table)?.columns ?? [];
  const values = columns.map((name, index) => {
    const column = tableColumns.find((each) => each.name === name);
    if (!column)
      throw new BackupUnusable(`The backup has a column ${table}.${name} that the schema does not have.`);
    return `(line ->> ${index})::${column.type}`;
  });
  return `insert into ${table} (${columns.join(', ')}) overriding system value select ${values.join(', ')}`;
}

/** Handlers for the parts of a backup, called while it is read. Without handlers, the backup is only verified. */
interface ContentsReader {
  table?(table: z.infer<typeof TableLine>): Promise<void>;
  /** Each line is a JSON array. */
  rows?(lines: string[]): Promise<void>;
}

/** `rows` is called once the lines read reach one of these limits. */
const piece = { characters: 2 ** 21, rows: 2_000 };

/** More than any version has. */
const maxTables = 1_000;

/**
 * Reads a whole backup and checks it against its last line.
 * @throws BackupUnusable if the format is unknown, or the contents are incomplete or do not match the last line
 */
export async function readContents<First extends object>(
  pieces: AsyncIterable<Uint8Array>,
  schema: z.ZodType<First>,
  { table, rows }: ContentsReader = {},
): Promise<First & End> {
  const hash = createHash('sha256');
  const counts: End['rows'] = {};
  let beginning: First | undefined;
  let current: string | undefined;
  let [waiting, characters]: [string[], number] = [[], 0];
  const flush = async () => {
    if (waiting.length > 0) await rows?.(waiting);
    [waiting, characters] = [[], 0];
  };

  for await (const line of linesOf(pieces)) {
    if (line.startsWith('[') && current !== undefined) {
      counts[current] = (counts[current] ?? 0) + 1;
      waiting.push(line);
      characters += line.length;
      if (characters >= piece.characters || waiting.length >= piece.rows) await flush();
    } else {
      await flush();
      const value = objectOf(line);
      if (!beginning) {
        beginning = beginningOf(schema, value);
      } else if ('sha256' in value) {
        return endOf(beginning, value, counts, hash.digest('hex'));
      } else {
        const { success, data: started } = TableLine.safeParse(value);
        if (!success || Object.hasOwn(counts, started.table) || Object.keys(counts).length >= maxTables)
          throw new BackupUnusable('The file is not a backup of Alta.');
        current = started.table;
        counts[current] = 0;
        await table?.(started);
      }
    }
    hash.update(line).update('\n');
  }
  throw new BackupUnusable('The end of the backup is missing.');
}

function objectOf(line: string): object {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value;
  } catch {}
  throw new BackupUnusable('The file is not a backup of Alta.');
}

function beginningOf<First>(schema: z.ZodType<First>, value: object): First {
  const { success, data } = schema.safeParse(value);
  if (success) return data;
  const format = 'format' in value ? String(value.format) : 'no format';
  throw new BackupUnusable(`This build can not read the format of the backup (${format}).`);
}

function endOf<First extends object>(
  beginning: First,
  value: object,
  counts: End['rows'],
  sha256: string,
): First & End {
  const { success, data } = End.safeParse(value);
  if (!success || data.sha256 !== sha256 || JSON.stringify(data.rows) !== JSON.stringify(counts))
    throw new BackupUnusable('The contents of the backup do not match its manifest.');
  return { ...beginning, ...data };
}
