import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** A single row, written by migrations only: the oldest version that can run on this schema. */
export const schemaCompatibility = pgTable('schema_compatibility', { since: text('since').primaryKey() });

/** Databases that have held these rows. A second one means that a backup was restored (restore-detection.ts). */
export const databaseIdentities = pgTable('database_identities', {
  identity: text('identity').primaryKey(),
  firstSeenAt: instant('first_seen_at').notNull().defaultNow(),
});

/** When `npm run backup` last finished, in a single row. A restored database has the row that the backup found. */
export const latestBackup = pgTable(
  'latest_backup',
  {
    id: integer('id').primaryKey().default(1),
    finishedAt: instant('finished_at').notNull(),
    /** Size of the sealed file. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  () => [check('one_latest_backup', sql`id = 1`)],
);
