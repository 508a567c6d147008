import { sql } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';

/**
 * Lets days pass: moves every instant in the database, including the queue's, so much further back. The
 * contents of documents and certificates do not change, nor do the tickets of an authority, whose clock does
 * not advance.
 */
export async function passDays(days: number): Promise<void> {
  const { rows } = await database().execute<{ schema: string; name: string; columns: string }>(
    sql`select table_schema as schema, table_name as name, string_agg(quote_ident(column_name), ',') as columns
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where data_type = 'timestamp with time zone' and table_name <> 'access_tickets'
          and table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
        group by 1, 2`,
  );
  for (const { schema, name, columns } of rows) {
    const changes = columns.split(',').map((column) => `${column} = ${column} - interval '${days} days'`);
    await database().execute(sql.raw(`update "${schema}"."${name}" set ${changes.join(', ')}`));
  }
}
