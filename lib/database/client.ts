import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { Pool, type PoolClient } from 'pg';
import { replaceShared, shared } from '#lib/shared.ts';
import { migrate } from './migrate.ts';
import { openOwnPostgres } from './own-postgres.ts';
import { noteIdentity } from './restored.ts';

/** What a statement that was written by hand gives. */
interface Rows<Row> {
  rows: Row[];
}
interface RowsOf extends PgQueryResultHKT {
  type: Rows<this['row']>;
}
export type Database = PgDatabase<RowsOf, Record<string, never>>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** An open database. `url` is for the queue, which speaks to the same database by connections of its own. */
export interface OpenDatabase {
  db: Database;
  url: string;
  pool: Pool;
  close(): Promise<void>;
}

export interface DatabaseSource {
  /** `postgres://…`; without it Alta's own PostgreSQL in `dataDir` is used (own-postgres.ts). */
  url?: string | undefined;
  dataDir: string;
  poolSize?: number;
}

/**
 * Opens the database and brings its schema up to date, under a lock.
 * @throws Error when PostgreSQL can not be reached, or Alta's own does not start.
 */
export async function openDatabase(source: DatabaseSource): Promise<OpenDatabase> {
  const opened = await openAsItIs(source);
  try {
    await migrate(opened.pool);
    await noteIdentity(opened.db);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Whatever its schema is. Of a server that `url` names only the first query tells whether it can be reached. */
export async function openAsItIs({ url, dataDir, poolSize = 10 }: DatabaseSource): Promise<OpenDatabase> {
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
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    application_name: 'alta',
    // To compile a query takes longer than any of ours runs: what is estimated too high would be.
    options: '-c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000 -c jit=off',
  });
  // An idle connection that the server closes must not end the process.
  pool.on('error', () => {});
  const db: Database = drizzle(pool);
  db.transaction = transactionOn(pool);
  return { db, url, pool, close: () => pool.end() };
}

/**
 * In place of Drizzle's, which never gives a connection back that breaks at its `begin`: a few restarts of
 * PostgreSQL would use up the pool. Nor does it listen for the error of one that breaks later, which is thrown
 * where nobody catches it.
 */
function transactionOn(pool: Pool): Database['transaction'] {
  return async (write, config) => {
    const client = await pool.connect();
    const heard = () => {};
    client.on('error', heard);
    try {
      return await drizzle(oneAtATime(client)).transaction(write, config);
    } finally {
      client.off('error', heard);
      client.release();
    }
  };
}

/** What is asked side by side in a transaction waits its turn: a client refuses a second query from its next release on. */
function oneAtATime(client: PoolClient): PoolClient {
  let before: Promise<unknown> = Promise.resolve();
  const query = (...asked: unknown[]) => {
    const answer = before.then(() => Reflect.apply(client.query, client, asked));
    before = answer.catch(() => undefined);
    return answer;
  };
  return new Proxy(client, { get: (of, name) => (name === 'query' ? query : Reflect.get(of, name)) });
}

/** Makes `opened` the process's database. */
export const setDatabase = (opened: OpenDatabase | undefined): void => replaceShared('database', opened);

export const currentDatabase = (): OpenDatabase =>
  shared<OpenDatabase>('database', () => {
    throw new Error('The database is not open yet: instrumentation.ts opens it before the first request.');
  });

/** Whether a database is open, whose other processes there may be. */
export const isDatabaseOpen = (): boolean =>
  shared<OpenDatabase | undefined>('database', () => undefined) !== undefined;

export const database = (): Database => currentDatabase().db;

/**
 * A query on the way of every request, or what else is made of a database: built once for each that is opened. A query
 * is also planned by PostgreSQL once for each connection; building and planning cost more than running it.
 */
export function preparedOnce<Query>(prepare: (db: Database) => Query): () => Query {
  const prepared = new WeakMap<Database, Query>();
  return () => {
    const query = prepared.get(database()) ?? prepare(database());
    prepared.set(database(), query);
    return query;
  };
}

/** The database is away, shutting down, has no connection left or takes too long; or it is there and stores nothing. */
export type Outage = 'away' | 'read-only';

/** Codes of the network, and SQLSTATEs. */
const outages: [RegExp, Outage][] = [
  [/^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EPIPE|57P0\d|57014|08\d{3}|53300)$/, 'away'],
  // A full disk, and a database that only reads: our own while its disk is nearly full, or one that became a standby.
  [/^(53100|25006)$/, 'read-only'],
];
/** What the pool and the driver say in words alone. */
const absencePattern =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** Undefined for an error that is no outage. */
export function outageOf(error: unknown): Outage | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = String((cause as { code?: unknown }).code ?? '');
    const known = outages.find(([codes]) => codes.test(code));
    if (known) return known[1];
    if (absencePattern.test(cause.message)) return 'away';
  }
  return undefined;
}

/** For a note about who reads: they are answered also where it can not be kept. */
export function unlessReadOnly(error: unknown): void {
  if (outageOf(error) !== 'read-only') throw error;
}
