import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as apply } from 'drizzle-orm/node-postgres/migrator';
import type { Pool, PoolClient } from 'pg';
import { log } from '#lib/log.ts';
import { isOlder, ownVersion } from '#lib/version.ts';
import type { Database } from './client.ts';
import { explainAbsence } from './outage.ts';
import { schemaCompatibility } from './tables/schema.ts';

// Relative to the working directory, the project's root: import.meta.url would point into Next's bundle.
export const migrationsFolder = join(process.cwd(), 'lib/database/migrations');
const advisoryLock = 4_150_117_001;

/**
 * A migration waits for running queries on a table, and all later queries wait for the migration. It
 * therefore gives up its lock request after `lockTimeoutMs` and retries after `pauseMs`, so that one long
 * query does not block the serving instances.
 */
const lockTimeoutMs = 3_000;
const pauseMs = 2_000;
const attempts = 60;

/**
 * Migrates the schema to this build's version, or to the last migration in another `folder`. Several
 * instances may start at once: one migrates, the others wait. An interrupted migration changes nothing and is
 * repeated by the next start.
 */
export async function migrate(pool: Pool, folder = migrationsFolder): Promise<void> {
  const client = await pool.connect().catch(explainAbsence);
  // Without a listener, a broken connection would end the process. Its queries fail anyway.
  client.on('error', () => {});
  try {
    await client.query('set statement_timeout = 0');
    await lockSchema(client);
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    const db = drizzle(client);
    const encoding = await encodingOf(db);
    if (encoding !== 'UTF8') throw new Error(`${encodingFault(encoding)} ${encodingRemedy}`);
    const schema = await compareSchema(db);
    if (schema === 'older') await whenFree(() => apply(db, { migrationsFolder: folder }));
    if (schema === 'newer')
      log().warn(
        { version: ownVersion() },
        'the database has the schema of a newer version, which this version can use',
      );
  } finally {
    // Destroyed, not returned to the pool: only closing the connection reliably releases the lock and resets
    // the settings.
    client.release(true);
  }
}

export async function encodingOf(db: Database): Promise<string> {
  const { rows } = await db.execute<{ server_encoding: string }>(sql`show server_encoding`);
  return rows[0]?.server_encoding ?? '';
}

/** Documents have any character, and the generated columns of `entries` compare ranges of Unicode. */
export const encodingFault = (encoding: string): string =>
  `The database is encoded in ${encoding}, and Alta needs UTF8.`;
export const encodingRemedy =
  "Make another one: create database … owner … encoding 'UTF8' locale 'C.UTF-8' template template0;";

async function lockSchema(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    advisoryLock,
  ]);
  if (rows[0]?.taken) return;
  log().info('waiting for another instance, which is migrating the schema');
  await client.query('select pg_advisory_lock($1)', [advisoryLock]);
}

async function whenFree(change: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (attempt === attempts || !isLockTimeout(error)) throw error;
      log().warn({ attempt }, 'the migration is blocked by a query that holds a table: retrying');
      await sleep(pauseMs);
    }
  }
}

/** Drizzle wraps PostgreSQL's error as its `cause`. */
const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: string }).code === '55P03' || isLockTimeout(error.cause));

/**
 * Compares the migrations of the database with those of this build. Drizzle compares only the newest one and
 * accepts a newer schema as up to date. This build can run on a newer schema if `schema_compatibility` allows it.
 * @throws Error if this build can not run on the schema; the message has the reason and the remedy
 */
export async function compareSchema(db: Database): Promise<'older' | 'same' | 'newer'> {
  const table = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!table.rows[0]?.exists) return 'older';
  const knownTimes = knownMigrations();
  const applied = await db.execute<{ created_at: string }>(
    sql`select created_at from drizzle.__drizzle_migrations`,
  );
  const appliedTimes = applied.rows.map((row) => Number(row.created_at));
  const unknownTimes = appliedTimes.filter((time) => !knownTimes.includes(time));
  if (unknownTimes.length === 0)
    return knownTimes.every((time) => appliedTimes.includes(time)) ? 'same' : 'older';
  const [newestUnknown, newestKnown] = [Math.max(...unknownTimes), Math.max(...knownTimes)];
  const difference = `its newest unknown migration is of ${dateOf(newestUnknown)}, and the newest of this build is of ${dateOf(newestKnown)}.`;
  const remedy = 'Start the build that ran that migration or a newer one, or restore an earlier backup.';
  if (Math.min(...unknownTimes) < newestKnown || !appliedTimes.includes(newestKnown))
    throw new Error(`The schema of the database has diverged from this build: ${difference} ${remedy}`);
  // All of this build's migrations have run, including the one that created this table.
  const [compatibility] = await db.select().from(schemaCompatibility);
  if (!compatibility || isOlder(ownVersion(), compatibility.since))
    throw new Error(
      `The schema of the database is newer than this build: ${difference} Versions before ` +
        `${compatibility?.since ?? 'that build'} can not serve on it; this is version ${ownVersion()}. ${remedy}`,
    );
  return 'newer';
}

/** Creation times of this build's migrations, in ms. */
export const knownMigrations = (): number[] =>
  readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);

const dateOf = (milliseconds: number) => new Date(milliseconds).toISOString();
