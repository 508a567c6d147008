import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { backUp } from '#lib/backup/back-up.ts';
import { removeAtEnd } from '#lib/backup/backup-file.ts';
import { rowsIn } from '#lib/backup/contents.ts';
import { restore } from '#lib/backup/restore.ts';
import { type Database, openWithoutMigrating } from '#lib/database/client.ts';
import { hostsOf } from '#lib/database/hosts.ts';
import { hasOwnPostgres } from '#lib/database/own-postgres.ts';
import { env } from '#lib/env.ts';
import { loadVaultKeys } from '#lib/vault.ts';
import { runCommand } from './command.ts';

/**
 * `npm run move`: moves everything from Alta's own PostgreSQL in `DATA_DIR` to the empty PostgreSQL in
 * `DATABASE_URL`, by backup and restore. The application must be stopped meanwhile.
 */
await runCommand(move);

async function move(): Promise<void> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = env();
  if (!url) throw new Error('Set DATABASE_URL to the PostgreSQL to move to.');
  if (!hasOwnPostgres(dataDir)) throw new Error(`There is no database in ${dataDir}.`);
  await loadVaultKeys();
  // Stays open until everything is moved, so that no other process opens it.
  const from = await openWithoutMigrating({ dataDir });
  try {
    await requireStopped(from.db);
    const file = join(dataDir, `move-${process.pid}.backup`);
    removeAtEnd(file);
    await backUp(from.db, new Date(), file);
    const manifest = await restore(file, { url, dataDir, poolSize: 2 });
    console.log(`${rowsIn(manifest)} rows are on the PostgreSQL at ${hostsOf(url)}.`);
    console.log(
      'Start Alta with this DATABASE_URL. The database in DATA_DIR is unchanged and no longer used.',
    );
  } finally {
    await from.close();
  }
}

/** Rows that an instance stores after the backup would be lost. Each process has a connection of this name. */
async function requireStopped(db: Database): Promise<void> {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity where application_name = 'alta in use'`,
  );
  if (rows.length > 1) throw new Error('Another process uses the database in DATA_DIR: stop Alta first.');
}
