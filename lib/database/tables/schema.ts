import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** One row, which only migrations write: the oldest version that can serve on this schema. */
export const schemaCompatibility = pgTable('schema_compatibility', { since: text('since').primaryKey() });

/** Each database that these rows have been in: a second one says that a backup was restored (restored.ts). */
export const databaseIdentities = pgTable('database_identities', {
  identity: text('identity').primaryKey(),
  firstSeenAt: instant('first_seen_at').notNull().defaultNow(),
});
