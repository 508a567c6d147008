import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#lib/database/client.ts';

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
