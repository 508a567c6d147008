import { pgTable, text } from 'drizzle-orm/pg-core';

/** One row, which only migrations write: the oldest version that can serve on this schema. */
export const schemaCompatibility = pgTable('schema_compatibility', { since: text('since').primaryKey() });
