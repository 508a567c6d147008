import { boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, id } from './columns.ts';
import { workspaceId } from './references.ts';

/** A list of the Console as somebody narrowed it down, under a name of theirs. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    workspaceId: workspaceId(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    list: text('list').notNull(),
    name: text('name').notNull(),
    /** As they stand in the list's address. */
    filters: jsonb('filters').$type<Record<string, string>>().notNull(),
    /** Whether all members have it among theirs. */
    isShared: boolean('is_shared').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex().on(table.workspaceId, table.list, table.userId, table.name),
    index().on(table.userId),
  ],
);
