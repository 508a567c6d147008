import { uuid } from 'drizzle-orm/pg-core';
import { workspaces } from './accounts.ts';
import { entries } from './silo.ts';

export const workspaceId = () =>
  uuid('workspace_id')
    .notNull()
    .references(() => workspaces.id);

export const entryId = () =>
  uuid('entry_id')
    .notNull()
    .references(() => entries.id);
