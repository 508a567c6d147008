import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '#lib/database/client.ts';

/**
 * What a backup holds, as lines of JSON: the beginning; of each table a line that names it and its columns, then one
 * for each row, an array with the values as PostgreSQL writes them as text; and the end.
 */
export const Beginning = z.object({
  format: z.literal('alta-backup/1'),
  /** The build that made it. */
  version: z.string(),
  /** Everything that was acknowledged before this instant is in it. */
  at: z.iso.datetime(),
  /** The schema, by the migrations that made it. */
  migrations: z.array(z.number()).min(1),
  /** The vault key without which nothing that is sealed in it opens. */
  key: z.string(),
  sequences: z.record(z.string(), z.number()),
});
export type Beginning = z.infer<typeof Beginning>;

export const TableLine = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });

export const End = z.object({
  /** How many of each table. */
  rows: z.record(z.string(), z.number()),
  /** SHA-256 of all lines before this one. */
  sha256: z.string(),
});
export type End = z.infer<typeof End>;

/** What a backup says of itself. */
export type Manifest = Beginning & End;

export const rowsIn = ({ rows }: Pick<End, 'rows'>): number =>
  Object.values(rows).reduce((sum, count) => sum + count, 0);

export class BackupUnusable extends Error {
  constructor(why: string, cause?: unknown) {
    super(why, { cause });
    this.name = 'BackupUnusable';
  }
}

/** The lines of a text that comes in pieces; the last one ends with a line end, too. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) throw new BackupUnusable('It ends in the middle of a line.');
}

/** A table of the application's as the database has it, quoted where a name has to be. */
export interface TableOf {
  name: string;
  /** Those that are stored by who writes, not generated. */
  columns: { name: string; type: string }[];
}

/**
 * The application's tables, in the order of their names. Unlogged ones have nothing to keep. The queue's, which have a
 * schema of their own, neither: its entries are made again from the rows (workers.ts).
 */
export async function tablesOf(db: Database | Transaction): Promise<TableOf[]> {
  const { rows } = await db.execute<{ name: string; columns: TableOf['columns'] }>(sql`
    select quote_ident(relname) as name, json_agg(json_build_object(
      'name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`);
  return rows;
}

/** The migrations that were applied, by the instants at which they were made; none where there is no database of Alta's. */
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
