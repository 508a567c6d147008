import { sql } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';

/** All rows of all tables as text, including the queue's, to search for what must not be stored. */
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

/** Tables with one of these texts in a row, also as bytes. The queue's tables are named with their schema. */
export async function tablesHolding(texts: string[]): Promise<string[]> {
  const tables = await database().execute<{ schema: string; name: string }>(
    sql`select table_schema as schema, table_name as name from information_schema.tables
        where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' order by 2`,
  );
  const wanted = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]);
  const holding: string[] = [];
  for (const { schema, name } of tables.rows) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    const { rows } = await database().execute(sql`
      select from ${table} as t where exists (
        select from jsonb_array_elements_text(${JSON.stringify(wanted)}::jsonb) as wanted
        where strpos(t::text, wanted) > 0) limit 1`);
    if (rows.length > 0) holding.push(schema === 'public' ? name : `${schema}.${name}`);
  }
  return holding;
}
