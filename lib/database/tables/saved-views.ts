import { boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, id } from './columns.ts';
import { workspaceId } from './references.ts';

/** A filtered list of the Console, saved by a user under a name. */
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
    /** Query parameters of the list's URL. */
    filters: jsonb('filters').$type<Record<string, string>>().notNull(),
    /** Shown to all members. */
    isShared: boolean('is_shared').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex().on(table.workspaceId, table.list, table.userId, table.name),
    index().on(table.userId),
  ],
);
