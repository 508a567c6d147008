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
import { schemaCompatibility } from './tables/schema.ts';

// The working directory is the project's root: a path from import.meta.url would point into Next's bundle.
export const migrationsFolder = join(process.cwd(), 'lib/database/migrations');
const advisoryLock = 4_150_117_001;

/**
 * A change of a table waits for who reads it, and everybody after it waits for the change: it gives up after the first
 * of these and tries again after the second, so that the instances that serve are not held up by one long query.
 */
const lockTimeoutMs = 3_000;
const pauseMs = 2_000;
const attempts = 60;

/**
 * Brings the schema up to date, or up to the last migration of another `folder`. Several instances may start at once: one
 * migrates, the others wait for it. What is interrupted has changed nothing, and is begun anew by the next start.
 */
export async function migrate(pool: Pool, folder = migrationsFolder): Promise<void> {
  const client = await pool.connect();
  // A connection that breaks fails what is asked on it; nobody else needs to hear of it.
  client.on('error', () => {});
  try {
    await client.query('set statement_timeout = 0');
    await lockSchema(client);
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    const db = drizzle(client);
    const schema = await compareSchema(db);
    if (schema === 'older') await whenFree(() => apply(db, { migrationsFolder: folder }));
    if (schema === 'newer') log().warn({ version: ownVersion() }, 'serving on the schema of a newer version');
  } finally {
    // Destroyed, not returned: closing the connection is what surely ends the lock and the settings.
    client.release(true);
  }
}

async function lockSchema(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    advisoryLock,
  ]);
  if (rows[0]?.taken) return;
  log().info('another instance is starting and brings the schema up to date: waiting for it');
  await client.query('select pg_advisory_lock($1)', [advisoryLock]);
}

async function whenFree(change: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (attempt === attempts || !isLockTimeout(error)) throw error;
      log().warn(
        { attempt },
        'the schema can not be changed while a query holds on to a table: trying again',
      );
      await sleep(pauseMs);
    }
  }
}

/** As PostgreSQL says it, within what Drizzle says. */
const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: string }).code === '55P03' || isLockTimeout(error.cause));

/**
 * Drizzle only looks at the newest migration, and takes a schema that is ahead of this build for one that is up to
 * date. An older build may serve beside and after the newer one that changed the schema, as long as that only added
 * to it.
 * @throws Error when the database has a migration that this build does not know and can not live with; says which of
 * the two is newer, and what to do.
 */
export async function compareSchema(db: Database): Promise<'older' | 'same' | 'newer'> {
  const table = await db.execute<{ found: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  );
  if (!table.rows[0]?.found) return 'older';
  const known = knownMigrations();
  const applied = await db.execute<{ made: string }>(
    sql`select created_at as made from drizzle.__drizzle_migrations`,
  );
  const made = applied.rows.map((row) => Number(row.made));
  const unknown = made.filter((each) => !known.includes(each));
  if (unknown.length === 0) return known.every((each) => made.includes(each)) ? 'same' : 'older';
  const [theirs, ours] = [Math.max(...unknown), Math.max(...known)];
  const found = `it has a migration of ${dateOf(theirs)}, and the newest here is of ${dateOf(ours)}.`;
  const remedy = 'Start the build that made it or a newer one, or put back a backup from before.';
  if (Math.min(...unknown) < ours || !made.includes(ours))
    throw new Error(
      `The schema of the database is of another line of builds than this one: ${found} ${remedy}`,
    );
  // It has all of ours, the one that made this table among them.
  const [compatibility] = await db.select().from(schemaCompatibility);
  if (!compatibility || isOlder(ownVersion(), compatibility.since))
    throw new Error(
      `The schema of the database is newer than this build: ${found} Versions before ` +
        `${compatibility?.since ?? 'that build'} can not serve on it, and this is ${ownVersion()}. ${remedy}`,
    );
  return 'newer';
}

/** Those of this build, by the instants at which they were made. */
export const knownMigrations = (): number[] =>
  readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);

const dateOf = (milliseconds: number) => new Date(milliseconds).toISOString();
