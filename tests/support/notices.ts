import { sql } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import type { Person } from './person.ts';

/** What the queue has for the person, by what it tells. */
export async function noticesTo({ id }: Pick<Person, 'id'>): Promise<string[]> {
  const { rows } = await database().execute<{ notice: string }>(
    sql`select data ->> 'notice' as notice from pgboss.job where data ->> 'userId' = ${id} order by created_on`,
  );
  return rows.map(({ notice }) => notice);
}
