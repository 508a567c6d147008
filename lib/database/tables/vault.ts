import { sql } from 'drizzle-orm';
import { boolean, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

/** The key that secrets are sealed under here, by the id that each sealed value carries; nothing of the key itself. */
export const vaultKeys = pgTable(
  'vault_keys',
  {
    id: text('id').primaryKey(),
    current: boolean('current').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('one_current_vault_key').on(table.current).where(sql`current`)],
);
