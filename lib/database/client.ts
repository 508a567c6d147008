import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { Pool, type PoolClient } from 'pg';
import { oncePerProcess, replaceProcessValue } from '#lib/process-values.ts';
import { connectionOptions } from './hosts.ts';
import { migrate } from './migrate.ts';
import { explainAbsence, outageOf } from './outage.ts';
import { openOwnPostgres } from './own-postgres.ts';
import { recordIdentity } from './restore-detection.ts';

/** Result of a raw SQL statement. */
interface Rows<Row> {
  rows: Row[];
}
interface RowsOf extends PgQueryResultHKT {
  type: Rows<this['row']>;
}
export type Database = PgDatabase<RowsOf, Record<string, never>>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** An open database. The queue opens its own connections to `url`. */
export interface OpenDatabase {
  db: Database;
  url: string;
  pool: Pool;
  close(): Promise<void>;
}

export interface DatabaseSource {
  /**
   * Connection URL of one host or several (hosts.ts); without it, Alta runs its own PostgreSQL in `dataDir`
   * (own-postgres.ts).
   */
  url?: string | undefined;
  dataDir: string;
  poolSize?: number;
}

/**
 * Opens the database and migrates its schema, under a lock.
 * @throws Error if PostgreSQL cannot be reached, or Alta's own does not start
 */
export async function openDatabase(source: DatabaseSource): Promise<OpenDatabase> {
  const opened = await openWithoutMigrating(source);
  try {
    await migrate(opened.pool);
    await recordIdentity(opened.db);
    opened.pool.options.query_timeout = queryTimeoutMs;
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * The server ends each statement after 30 seconds (`statement_timeout`), but not a commit that waits for a standby, and
 * a machine that is gone ends nothing: TCP would wait for it a quarter of an hour. Set after the migrations, which may
 * take longer.
 */
const queryTimeoutMs = 35_000;

/** Opens the database without migrating it. A server at `url` is first contacted by the first query. */
export async function openWithoutMigrating({
  url,
  dataDir,
  poolSize = 10,
}: DatabaseSource): Promise<OpenDatabase> {
  if (url) return connect(url, poolSize);
  const own = await openOwnPostgres(dataDir);
  const opened = connect(own.url, poolSize);
  return {
    ...opened,
    async close() {
      await opened.close();
      await own.leave();
    },
  };
}

function connect(url: string, poolSize: number): OpenDatabase {
  const pool = new Pool({
    ...connectionOptions(url),
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    application_name: 'alta',
    // JIT compilation takes longer than our queries, but an overestimated cost would trigger it.
    options: '-c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000 -c jit=off',
  });
  // Without a listener, the server closing an idle connection would end the process.
  pool.on('error', () => {});
  const db: Database = drizzle(pool);
  db.transaction = transactionOn(pool);
  return { db, url, pool, close: () => pool.end() };
}

/**
 * Replaces Drizzle's `transaction`, which never releases a connection that breaks at its `begin`: a few
 * restarts of PostgreSQL would use up the pool. Drizzle also lacks an error listener for connections that
 * break later, so their errors would be uncaught.
 */
function transactionOn(pool: Pool): Database['transaction'] {
  return async (write, config) => {
    const client = await pool.connect().catch(explainAbsence);
    const ignoreError = () => {};
    client.on('error', ignoreError);
    let isReadOnly = false;
    try {
      return await drizzle(serialiseQueries(client)).transaction(write, config);
    } catch (error) {
      isReadOnly = outageOf(error) === 'read-only';
      throw error;
    } finally {
      client.off('error', ignoreError);
      // The next connection is made to the primary, if this server has become a standby.
      client.release(isReadOnly);
    }
  };
}

/** Message of node-postgres's error when `query_timeout` is over. */
const readTimeout = 'Query read timeout';

/** Serialises a transaction's queries: pg's next release refuses a second query while one runs. */
function serialiseQueries(client: PoolClient): PoolClient {
  let previous: Promise<unknown> = Promise.resolve();
  const query = (...args: unknown[]) => {
    const answer = previous.then(() => Reflect.apply(client.query, client, args));
    previous = answer.catch((error: Error) => {
      // Otherwise the rollback would wait as long again.
      if (error.message === readTimeout) client.connection.stream.destroy();
    });
    return answer;
  };
  return new Proxy(client, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) });
}

export const setDatabase = (opened: OpenDatabase | undefined): void =>
  replaceProcessValue('database', opened);

export const currentDatabase = (): OpenDatabase =>
  oncePerProcess<OpenDatabase>('database', () => {
    throw new Error('The database is not open: instrumentation.ts must open it before the first request.');
  });

export const isDatabaseOpen = (): boolean =>
  oncePerProcess<OpenDatabase | undefined>('database', () => undefined) !== undefined;

export const database = (): Database => currentDatabase().db;

/**
 * Builds a value once per open database, usually a prepared query that every request runs. PostgreSQL plans a
 * prepared query once per connection. Building and planning such a query costs more than running it.
 */
export function preparedOnce<Query>(prepare: (db: Database) => Query): () => Query {
  const prepared = new WeakMap<Database, Query>();
  return () => {
    const query = prepared.get(database()) ?? prepare(database());
    prepared.set(database(), query);
    return query;
  };
}
