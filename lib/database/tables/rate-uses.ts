import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * How much of a limit was used in its window, by all processes. Its migration makes it UNLOGGED: nothing is written
 * ahead for it, and a crash of PostgreSQL empties it.
 */
export const rateUses = pgTable(
  'rate_uses',
  {
    /** A hash: no address and no account is to be read here. */
    key: text('key').primaryKey(),
    uses: integer('uses').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  ({ endsAt }) => [index('rate_uses_ends_at').on(endsAt)],
);
