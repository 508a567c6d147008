import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyPostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as applyPglite } from 'drizzle-orm/pglite/migrator';
import type { Pool } from 'pg';

// The working directory is the project's root: a path from import.meta.url would point into Next's bundle.
const migrations = { migrationsFolder: join(process.cwd(), 'lib/database/migrations') };
const advisoryLock = 4_150_117_001;

/** Several instances may start at once: one migrates, the others wait for it. */
export async function migratePostgres(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await applyPostgres(drizzle(client), migrations);
  } finally {
    // Destroyed, not returned: closing the connection is what surely ends the lock and the setting.
    client.release(true);
  }
}

export async function migrateEmbedded(db: PgliteDatabase): Promise<void> {
  await applyPglite(db, migrations);
}
