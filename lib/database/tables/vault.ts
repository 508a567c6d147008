import { sql } from 'drizzle-orm';
import { boolean, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, instant, sealed } from './columns.ts';

/** The keys that secrets are or were sealed under here, by the id that each sealed value carries; nothing of a key itself. */
export const vaultKeys = pgTable(
  'vault_keys',
  {
    id: text('id').primaryKey(),
    current: boolean('current').notNull(),
    /** Of the current one: since when nothing was found that is sealed otherwise … */
    cleanSince: instant('clean_since'),
    /** … and since when that is certain: no other key is needed. */
    completeAt: instant('complete_at'),
    /** Of a former one: since when nothing is sealed under it. It does not become current again. */
    unusedAt: instant('unused_at'),
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
