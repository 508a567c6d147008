import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Environment } from '#lib/authority-environment.ts';
import { createdAt, instant, updatedAt } from './columns.ts';
import { workspaceId } from './references.ts';
import { entries } from './silo.ts';

/**
 * That a supplier lets another's certificate act: facts with their instants, as far as the authority lets them be seen
 * (docs/authority.md#delegation). One for each supplier; to another delegate it begins anew.
 */
export const delegations = pgTable(
  'delegations',
  {
    entryId: uuid('entry_id')
      .primaryKey()
      .references(() => entries.id),
    workspaceId: workspaceId(),
    environment: text('environment').$type<Environment>().notNull(),
    /** Whose certificate acts. */
    delegateEntryId: uuid('delegate_entry_id')
      .notNull()
      .references(() => entries.id),
    delegateCuit: text('delegate_cuit').notNull(),
    /** The supplier said that they have done their part. */
    claimedAt: instant('claimed_at').notNull(),
    grantedAt: instant('granted_at'),
    /** The authority said clearly that what was granted is no more. */
    lostAt: instant('lost_at'),
    /** The last answer, and the ticket that it rests on. */
    checkedAt: instant('checked_at'),
    answer: text('answer').$type<'granted' | 'not-granted' | 'unknown'>(),
    ticketAt: instant('ticket_at'),
    /** When it is asked again unasked. */
    nextCheckAt: instant('next_check_at'),
    /** Counts the checks of the schedule: a queued one of an earlier count does nothing. */
    checks: integer('checks').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index().on(table.workspaceId, table.claimedAt),
    index().on(table.delegateEntryId),
    index('delegations_to_check').on(table.nextCheckAt),
  ],
);

export type DelegationRow = typeof delegations.$inferSelect;
