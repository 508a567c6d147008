import { createHash } from 'node:crypto';
import { existsSync, renameSync, statSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#lib/database/client.ts';
import { latestBackup } from '#lib/database/tables/schema.ts';
import { VaultKeyMissing } from '#lib/database/vault-keys.ts';
import { vaultKeyOf } from '#lib/vault.ts';
import { ownVersion } from '#lib/version.ts';
import { removeAtEnd, sealFile } from './backup-file.ts';
import {
  type BackupTable,
  type Beginning,
  type End,
  type Manifest,
  migrationsOf,
  tablesOf,
} from './contents.ts';

/**
 * Writes the whole database, as of one instant after `startedAt`, to one file sealed to the vault key.
 * @throws Error if the file already exists
 */
export async function backUp(db: Database, startedAt: Date, path: string): Promise<Manifest> {
  if (existsSync(path))
    throw new Error(
      statSync(path).isDirectory()
        ? `${path} is a directory: name a file in it.`
        : `The file ${path} already exists: name another one.`,
    );
  // Written under another name and then renamed, so that a file at `path` is always complete.
  const part = `${path}.part-${process.pid}`;
  removeAtEnd(part);
  const everything = async (tx: Transaction) => ({
    beginning: await beginningOf(tx, startedAt),
    tables: await tablesOf(tx),
  });
  const manifest = await sealFile(part, (to) => writeContents(db, to, everything)).catch((error) => {
    throw error.path === part ? Object.assign(error, { path }) : error;
  });
  renameSync(part, path);
  return manifest;
}

/** Stores when the latest backup finished, for the doctor and the metrics. */
export async function recordBackup(db: Database, bytes: number, finishedAt = new Date()): Promise<void> {
  await db
    .insert(latestBackup)
    .values({ finishedAt, bytes })
    .onConflictDoUpdate({ target: latestBackup.id, set: { finishedAt, bytes } });
}

/** When the latest backup finished; undefined before the first one. */
export async function latestBackupOf(db: Database): Promise<Date | undefined> {
  const [row] = await db.select().from(latestBackup);
  return row?.finishedAt;
}

/** Each fetch aims at `bytes`: its number of rows is estimated from the average row length of the previous fetch. */
const piece = { bytes: 2 ** 21, firstRows: 50, mostRows: 5_000 };

/** A table to write: all of it, or the rows and columns that are given. */
export interface TableToWrite extends BackupTable {
  where?: SQL;
  /** SQL of values that replace those of the columns. */
  instead?: Record<string, string>;
  orderBy?: string;
  /** Changes a row's values, which are in the order of the columns. */
  change?(values: (string | null)[]): (string | null)[];
}

/**
 * Writes tables as of one instant after `contents` was called, and ends `to`. Other writers are not blocked.
 * @throws what `contents` throws, before anything is written
 */
export async function writeContents<First extends object>(
  db: Database,
  to: Writable,
  contents: (tx: Transaction) => Promise<{ beginning: First; tables: TableToWrite[] }>,
): Promise<First & End> {
  const hash = createHash('sha256');
  const write = async (lines: string): Promise<void> => {
    hash.update(lines);
    await new Promise<void>((resolve, reject) =>
      to.write(lines, (error) => (error ? reject(error) : resolve())),
    );
  };
  const writeAll = async (tx: Transaction): Promise<First & End> => {
    await tx.execute(sql`select set_config(name, value, true) from (values
      ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0'), ('timezone', 'UTC'),
      ('datestyle', 'ISO'), ('intervalstyle', 'postgres'), ('extra_float_digits', '1')) settings (name, value)`);
    const { beginning, tables } = await contents(tx);
    await write(lineOf(beginning));
    const rows: End['rows'] = {};
    for (const table of tables) rows[table.name] = await writeTable(tx, table, write);
    const end: End = { rows, sha256: hash.copy().digest('hex') };
    await write(lineOf(end));
    return { ...beginning, ...end };
  };
  try {
    const manifest = await db.transaction(writeAll, {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
    to.end();
    return manifest;
  } catch (error) {
    to.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

async function beginningOf(tx: Transaction, startedAt: Date): Promise<Beginning> {
  const migrations = await migrationsOf(tx);
  if (migrations.length === 0) throw new Error('The database has no tables of Alta.');
  const { rows } = await tx.execute<{ key: string | null; sequences: Record<string, number> | null }>(sql`
    select (select id from vault_keys where current) as key,
      (select json_object_agg(quote_ident(sequencename), last_value) from pg_sequences
        where schemaname = 'public' and last_value is not null) as sequences`);
  const { key, sequences } = rows[0] ?? {};
  if (!key) throw new Error('The database has no current vault key.');
  if (!vaultKeyOf(key)) throw new VaultKeyMissing(key);
  return {
    format: 'alta-backup/1',
    version: ownVersion(),
    at: startedAt.toISOString(),
    migrations,
    key,
    sequences: sequences ?? {},
  };
}

async function writeTable(
  tx: Transaction,
  { name, columns, where, instead = {}, orderBy, change }: TableToWrite,
  write: (lines: string) => Promise<void>,
): Promise<number> {
  await write(lineOf({ table: name, columns: columns.map((column) => column.name) }));
  const values = columns.map((column) => `(${instead[column.name] ?? column.name})::text`).join(', ');
  await tx.execute(sql`declare contents no scroll cursor for
    select json_build_array(${sql.raw(values)})::text as line from ${sql.raw(name)}
    where ${where ?? sql`true`} ${sql.raw(orderBy ? `order by ${orderBy}` : '')}`);
  let [count, size] = [0, piece.firstRows];
  for (;;) {
    const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${size} from contents`));
    if (rows.length === 0) break;
    const lines = rows
      .map(({ line }) => `${change ? JSON.stringify(change(JSON.parse(line))) : line}\n`)
      .join('');
    await write(lines);
    count += rows.length;
    size = Math.max(1, Math.min(piece.mostRows, Math.round((piece.bytes * rows.length) / lines.length)));
  }
  await tx.execute(sql`close contents`);
  return count;
}
