import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Taxpayer } from '#lib/arca/taxpayer.ts';
import { instant } from './columns.ts';
import { workspaceId } from './references.ts';

/** What the taxpayers' register was last read to say, for a workspace: one is not told what another has asked. */
export const taxpayers = pgTable(
  'taxpayers',
  {
    workspaceId: workspaceId(),
    cuit: text('cuit').notNull(),
    /** Null where nobody has that CUIT. */
    taxpayer: jsonb('taxpayer').$type<Taxpayer | null>(),
    readAt: instant('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.cuit] }), index().on(table.readAt)],
);
