import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '#lib/database/client.ts';

/**
 * First line of a backup. A backup consists of JSON lines: this one; then for each table a line with its name and
 * columns, followed by one line per row, an array of the values in PostgreSQL's text form; and finally `End`.
 */
export const Beginning = z.object({
  format: z.literal('alta-backup/1'),
  /** Version of Alta that created the backup. */
  version: z.string(),
  /** The backup contains every transaction committed before this instant. */
  at: z.iso.datetime(),
  /** Creation times, in ms, of the applied migrations. */
  migrations: z.array(z.number()).min(1),
  /** Id of the vault key required to unseal the values in the backup. */
  key: z.string(),
  sequences: z.record(z.string(), z.number()),
});
export type Beginning = z.infer<typeof Beginning>;

export const TableLine = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });

export const End = z.object({
  /** Number of rows by table. */
  rows: z.record(z.string(), z.number()),
  /** SHA-256 of all lines before this one. */
  sha256: z.string(),
});
export type End = z.infer<typeof End>;

export type Manifest = Beginning & End;

export const rowsIn = ({ rows }: Pick<End, 'rows'>): number =>
  Object.values(rows).reduce((sum, count) => sum + count, 0);

export class BackupUnusable extends Error {
  constructor(why: string, cause?: unknown) {
    super(why, { cause });
    this.name = 'BackupUnusable';
  }
}

/** The longest row has a file, or a part of an archive, of some 8 MiB in hexadecimal. */
const maxLineCharacters = 2 ** 26;

/**
 * Splits a byte stream into lines. @throws BackupUnusable if the last line does not end with a line feed, or one is
 * too long for memory, as a small compressed file may have it
 */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let line: string[] = [];
  let characters = 0;
  for await (const piece of pieces) {
    const [end = '', ...next] = decoder.decode(piece, { stream: true }).split('\n');
    line.push(end);
    characters += end.length;
    for (const beginning of next) {
      yield line.join('');
      line = [beginning];
      characters = beginning.length;
    }
    if (characters > maxLineCharacters) throw new BackupUnusable('A line of the file is too long.');
  }
  if (characters > 0) throw new BackupUnusable('The backup ends in the middle of a line.');
}

/** A table of the application, with names quoted where necessary. */
export interface BackupTable {
  name: string;
  /** Without generated columns. */
  columns: { name: string; type: string }[];
}

/**
 * The application's tables, ordered by name. Excludes unlogged tables, which hold no lasting data, and the queue's
 * tables (in another schema), because queue entries are created again from the application's rows (lib/workers.ts).
 */
export async function tablesOf(db: Database | Transaction): Promise<BackupTable[]> {
  const { rows } = await db.execute<{ name: string; columns: BackupTable['columns'] }>(sql`
    select quote_ident(relname) as name, json_agg(json_build_object(
      'name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`);
  return rows;
}

/** Creation times, in ms, of the applied migrations; empty if this is not Alta's database. */
export async function migrationsOf(db: Database | Transaction): Promise<number[]> {
  const table = await db.execute<{ found: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  );
  if (!table.rows[0]?.found) return [];
  const { rows } = await db.execute<{ made: string }>(
    sql`select created_at as made from drizzle.__drizzle_migrations order by created_at`,
  );
  return rows.map(({ made }) => Number(made));
}
