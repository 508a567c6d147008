import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#lib/database/client.ts';
import { type TableOf, tablesOf } from './catalog.ts';
import { BackupUnusable, type Manifest } from './contents.ts';
import { type ContentsReader, readContents } from './read-contents.ts';

/** What migrations write themselves. */
const ofMigrations = ['schema_compatibility'];

/** Those of the application's tables that have rows. */
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
 * Writes what a backup holds into a database of the same schema in which nothing is yet: all of it, or nothing. What
 * refers to what is looked at once all is there, so the tables may come in any order; triggers, which count what is
 * written, stay out of it, since what they counted comes along.
 */
export const loadContents = (db: Database, pieces: AsyncIterable<Uint8Array>): Promise<Manifest> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config(name, value, true) from (values
      ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0'), ('timezone', 'UTC'),
      ('datestyle', 'ISO'), ('intervalstyle', 'postgres')) settings (name, value)`);
    const tables = await tablesOf(tx);
    await tx.execute(sql.raw(`lock table ${tables.map(({ name }) => name).join(', ')}`));
    const filled = await filledTables(tx);
    if (filled.length > 0) throw new Error(`Somebody has begun to use the database: ${filled.join(', ')}.`);
    const rules = await suspendRules(tx);
    const manifest = await readContents(pieces, loader(tx, tables));
    for (const [name, last] of Object.entries(manifest.sequences))
      await tx.execute(sql`select setval(${name}::regclass, ${last})`);
    for (const restore of rules) await tx.execute(sql.raw(restore));
    return manifest;
  });

/** Foreign keys and triggers. @returns what brings them back */
async function suspendRules(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ suspend: string; restore: string }>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as suspend,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select distinct format('alter table %s disable trigger user', tgrelid::regclass),
      format('alter table %s enable trigger user', tgrelid::regclass)
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`);
  for (const { suspend } of rows) await tx.execute(sql.raw(suspend));
  return rows.map(({ restore }) => restore);
}

function loader(tx: Transaction, tables: TableOf[]): ContentsReader {
  let insert = '';
  return {
    async table({ table, columns }) {
      insert = insertOf(tables, table, columns);
      // What migrations wrote comes along.
      await tx.execute(sql.raw(`delete from ${table}`));
    },
    async rows(lines) {
      const all = `[${lines.join(',')}]`;
      await tx.execute(sql`${sql.raw(insert)} from jsonb_array_elements(${all}::jsonb) as lines (line)`);
    },
  };
}

function insertOf(tables: TableOf[], table: string, columns: string[]): string {
  const known = tables.find(({ name }) => name === table)?.columns ?? [];
  const values = columns.map((name, index) => {
    const column = known.find((each) => each.name === name);
    if (!column)
      throw new BackupUnusable(`It has a column ${table}.${name}, which this schema does not have.`);
    return `(line ->> ${index})::${column.type}`;
  });
  return `insert into ${table} (${columns.join(', ')}) overriding system value select ${values.join(', ')}`;
}
