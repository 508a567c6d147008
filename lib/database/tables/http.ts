import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, sealed } from './columns.ts';
import { workspaceId } from './references.ts';

/** Responses to POSTs with an `Idempotency-Key`, written in the transaction of the operation. */
export const idempotentAnswers = pgTable(
  'idempotent_answers',
  {
    workspaceId: workspaceId(),
    /** Method and path. */
    route: text('route').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the request, hex: a different request with the same key is refused. */
    digest: text('digest').notNull(),
    /** Null only until the transaction commits. */
    status: integer('status'),
    /** Sealed: a response may contain a link or a secret. */
    bodySealed: sealed('body_sealed'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.route, table.key] }),
    index().on(table.createdAt),
  ],
);

/**
 * Uses of a rate limit in its current window, counted over all processes. The migration makes the table UNLOGGED: it
 * is not in the write-ahead log, and a crash of PostgreSQL empties it.
 */
export const rateUses = pgTable(
  'rate_uses',
  {
    /** A hash, so that no address or account can be read here. */
    key: text('key').primaryKey(),
    uses: integer('uses').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  ({ endsAt }) => [index('rate_uses_ends_at').on(endsAt)],
);
