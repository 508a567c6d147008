import type { PGlite } from '@electric-sql/pglite';
import { fillPlaceholders } from 'drizzle-orm';
import pg from 'pg';
import { currentDatabase, type Database, preparedOnce } from './client.ts';

interface Query {
  toSQL(): { sql: string; params: unknown[] };
}

/**
 * A query on the way of every request whose answer is one value of JSON, or none. Either database plans it once for
 * each connection: that, and to take many columns of a row apart, costs several times what running it does.
 */
export function plannedOnce<Value>(
  name: string,
  build: (db: Database) => Query,
): (texts: Record<string, string>) => Promise<Value | undefined> {
  const built = preparedOnce((db) => build(db).toSQL());
  return async (texts) => {
    const { sql, params } = built();
    const values = fillPlaceholders(params, texts).map(String);
    const { driver } = currentDatabase();
    const { rows } =
      driver.kind === 'postgres'
        ? await driver.pool.query<[Value]>({ name, text: sql, values, rowMode: 'array' })
        : await executeEmbedded<Value>(driver.pglite, name, sql, values);
    return rows[0]?.[0];
  };
}

/** Of each embedded database the names that are prepared, or are about to be. */
const prepared = new WeakMap<PGlite, Map<string, Promise<unknown>>>();

/** Its driver names no statements; SQL does. It has one connection, so what was prepared there is there. */
async function executeEmbedded<Value>(pglite: PGlite, name: string, sql: string, values: string[]) {
  const names = prepared.get(pglite) ?? new Map<string, Promise<unknown>>();
  prepared.set(pglite, names);
  const isThere = names.get(name) ?? prepareEmbedded(pglite, name, sql);
  names.set(name, isThere);
  // What failed is not kept.
  await isThere.catch((error: unknown) => {
    names.delete(name);
    throw error;
  });
  const literals = values.map((value) => pg.escapeLiteral(value)).join(', ');
  return pglite.query<[Value]>(`execute ${name}(${literals})`, [], { rowMode: 'array' });
}

/** Each bundle of the process has a module like this one, and only the first finds it missing. */
async function prepareEmbedded(pglite: PGlite, name: string, sql: string): Promise<void> {
  await pglite.exec(`prepare ${name} as ${sql}`).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === duplicateStatement)) throw error;
  });
}
const duplicateStatement = '42P05';
