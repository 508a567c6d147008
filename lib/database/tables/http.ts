import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, sealed } from './columns.ts';
import { workspaceId } from './references.ts';

/** What a POST with an `Idempotency-Key` was answered. Written in the transaction of what it did. */
export const idempotentAnswers = pgTable(
  'idempotent_answers',
  {
    workspaceId: workspaceId(),
    /** Method and path. */
    route: text('route').notNull(),
    key: text('key').notNull(),
    /** Of the request, SHA-256, hex: another one under the same key is refused. */
    digest: text('digest').notNull(),
    /** Absent while its transaction is under way, which nobody else sees. */
    status: integer('status'),
    /** An answer may hold a link or a secret. */
    bodySealed: sealed('body_sealed'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.route, table.key] }),
    index().on(table.createdAt),
  ],
);

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
