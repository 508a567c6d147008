import { sql } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';

/** Every row of every table, the queue's too, as text: to look for what must not be in it. */
export async function textOfDatabase(): Promise<string> {
  const tables = await database().execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  let text = '';
  for (const { name } of tables.rows) {
    const { rows } = await database().execute<{ row: string }>(
      sql.raw(`select t::text as row from ${name} t`),
    );
    text += rows.map(({ row }) => row).join('\n');
  }
  return text;
}
