import { sql } from 'drizzle-orm';
import { log } from '#lib/log.ts';
import type { Database } from './client.ts';
import { databaseIdentities } from './tables/schema.ts';

/**
 * Identity of a database, different from every database that its rows may have been copied from: the cluster,
 * the database within it, and the timeline, which changes when PostgreSQL is recovered to a point in time or
 * a standby takes over.
 */
const identity = sql`(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database()) || '/' ||
  left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

/** Records which database this is, once. */
export async function noteIdentity(db: Database): Promise<void> {
  try {
    await db.execute(
      sql`insert into ${databaseIdentities} (identity) select ${identity} on conflict do nothing`,
    );
  } catch (error) {
    log().warn(
      { err: error },
      'the database does not say which one it is: a restored backup will not be noticed',
    );
  }
}

/**
 * When it was noticed that the rows had been restored from a backup, or that a standby had taken over: the
 * last writes before may be lost. Undefined if the rows have been in no other database.
 */
export async function restoredAt(db: Database): Promise<Date | undefined> {
  await noteIdentity(db);
  const rows = await db.select({ at: databaseIdentities.firstSeenAt }).from(databaseIdentities);
  const newest = Math.max(...rows.map(({ at }) => at.getTime()));
  return rows.length > 1 ? new Date(newest) : undefined;
}
