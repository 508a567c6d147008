import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyPostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as applyPglite } from 'drizzle-orm/pglite/migrator';
import type { Pool } from 'pg';
import type { Database } from './client.ts';

// The working directory is the project's root: a path from import.meta.url would point into Next's bundle.
const migrations = { migrationsFolder: join(process.cwd(), 'lib/database/migrations') };
const advisoryLock = 4_150_117_001;

/** Several instances may start at once: one migrates, the others wait for it. */
export async function migratePostgres(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    const db = drizzle(client);
    await refuseUnknownMigration(db);
    await applyPostgres(db, migrations);
  } finally {
    // Destroyed, not returned: closing the connection is what surely ends the lock and the setting.
    client.release(true);
  }
}

export async function migrateEmbedded(db: PgliteDatabase): Promise<void> {
  await refuseUnknownMigration(db);
  await applyPglite(db, migrations);
}

/**
 * Drizzle only looks at the newest migration, and takes a schema that is ahead of this build for one that is up to date.
 * @throws Error when the database has a migration that this build does not know; says which of the two is newer.
 */
async function refuseUnknownMigration(db: Database): Promise<void> {
  const table = await db.execute<{ found: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  );
  if (!table.rows[0]?.found) return;
  const known = readMigrationFiles(migrations).map(({ folderMillis }) => folderMillis);
  const applied = await db.execute<{ made: string }>(
    sql`select created_at as made from drizzle.__drizzle_migrations`,
  );
  const unknown = applied.rows.map(({ made }) => Number(made)).filter((made) => !known.includes(made));
  if (unknown.length === 0) return;
  const [theirs, ours] = [Math.max(...unknown), Math.max(...known)];
  const why =
    theirs > ours
      ? 'The schema of the database is newer than this build'
      : 'The schema of the database is of another line of builds than this one';
  throw new Error(
    `${why}: it has a migration of ${dateOf(theirs)}, and the newest here is of ${dateOf(ours)}. ` +
      'Start the build that made it or a newer one, or put back a backup from before.',
  );
}

const dateOf = (milliseconds: number) => new Date(milliseconds).toISOString();
