import { sql } from 'drizzle-orm';
import { boolean, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, sealed } from './columns.ts';

/** The vault keys that secrets are or were sealed under here, by the id that each sealed value carries. */
export const vaultKeys = pgTable(
  'vault_keys',
  {
    id: text('id').primaryKey(),
    current: boolean('current').notNull(),
    /** Its data key, wrapped by the current vault key; null for the current one, of which its own follows. */
    dataKey: text('data_key'),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('one_current_vault_key').on(table.current).where(sql`current`)],
);

/** The installation's own: what rows are found by, and what sessions are signed with. Made once, and never changed. */
export const vaultSecrets = pgTable('vault_secrets', {
  name: text('name').$type<'lookup' | 'login'>().primaryKey(),
  secretSealed: sealed('secret_sealed').notNull(),
  createdAt: createdAt(),
});
