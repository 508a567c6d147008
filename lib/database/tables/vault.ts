import { sql } from 'drizzle-orm';
import { boolean, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, sealed } from './columns.ts';

/** Vault keys under which secrets are or were sealed, by the id that each sealed value contains. */
export const vaultKeys = pgTable(
  'vault_keys',
  {
    id: text('id').primaryKey(),
    current: boolean('current').notNull(),
    /**
     * Data key of a former vault key, wrapped by the current vault key. Null for the current vault key, from
     * which its data key is derived.
     */
    dataKey: text('data_key'),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('one_current_vault_key').on(table.current).where(sql`current`)],
);

/** The installation's secret for lookup hashes. Created once, never changed. */
export const vaultSecrets = pgTable('vault_secrets', {
  name: text('name').$type<'lookup'>().primaryKey(),
  secretSealed: sealed('secret_sealed').notNull(),
  createdAt: createdAt(),
});
