import { fillPlaceholders } from 'drizzle-orm';
import { currentDatabase, type Database, preparedOnce } from './client.ts';

interface Query {
  toSQL(): { sql: string; params: unknown[] };
}

/**
 * A query on the way of every request whose answer is one value of JSON, or none. PostgreSQL plans it once for each
 * connection: that, and to take many columns of a row apart, costs several times what running it does.
 */
export function plannedOnce<Value>(
  name: string,
  build: (db: Database) => Query,
): (texts: Record<string, string>) => Promise<Value | undefined> {
  const built = preparedOnce((db) => build(db).toSQL());
  return async (texts) => {
    const { sql: text, params } = built();
    const values = fillPlaceholders(params, texts).map(String);
    const { rows } = await currentDatabase().pool.query<[Value]>({ name, text, values, rowMode: 'array' });
    return rows[0]?.[0];
  };
}
