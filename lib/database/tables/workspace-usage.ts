import { bigint, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';

/**
 * How many entries a workspace has, and the bytes of their documents and files: kept by triggers (migration
 * 0046), since to count them takes the longer the more there are. Each connection adds to one of 64 rows, so that
 * few wait for each other; a number is the sum of them.
 */
export const workspaceUsage = pgTable(
  'workspace_usage',
  {
    /** No reference: what is counted has one. */
    workspaceId: uuid('workspace_id').notNull(),
    slot: integer('slot').notNull(),
    entries: bigint('entries', { mode: 'number' }).notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.slot] })],
);
