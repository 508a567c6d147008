import { sql } from 'drizzle-orm';
import { log } from '#lib/log.ts';
import { oncePerProcess } from '#lib/process-values.ts';
import type { Database } from './client.ts';
import { databaseIdentities } from './tables/schema.ts';

/**
 * Identity of the database: its cluster, its id and the timeline. It changes when a backup is restored into another
 * database; a point-in-time recovery or the takeover by a standby changes the timeline.
 */
const identity = sql`(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database()) || '/' ||
  left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

/** Stores the identity of this database if it is new. */
export async function recordIdentity(db: Database): Promise<void> {
  try {
    await db.execute(
      sql`insert into ${databaseIdentities} (identity) select ${identity} on conflict do nothing`,
    );
  } catch (error) {
    // Logged once, because this runs every ten seconds.
    oncePerProcess('identity.unreadable', () => {
      log().warn(
        { err: error },
        'the identity of the database could not be recorded: until it can, no restore or takeover is detected',
      );
      return true;
    });
  }
}

/**
 * Returns when the latest restore of a backup, or takeover by a standby, was detected; undefined if there was
 * none. The last writes before the restore or takeover may be lost.
 */
export async function restoredAt(db: Database): Promise<Date | undefined> {
  await recordIdentity(db);
  const rows = await db.select({ at: databaseIdentities.firstSeenAt }).from(databaseIdentities);
  const newest = Math.max(...rows.map(({ at }) => at.getTime()));
  return rows.length > 1 ? new Date(newest) : undefined;
}
