import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ProbedService } from '#lib/arca/services.ts';
import type { Taxpayer } from '#lib/arca/taxpayers-register.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { instant } from './columns.ts';
import { workspaceId } from './references.ts';

/** What was seen of the authority last, by environment and service; shared by all instances. */
export const authorityStatus = pgTable(
  'authority_status',
  {
    environment: text('environment').$type<Environment>().notNull(),
    service: text('service').$type<ProbedService['name']>().notNull(),
    answeredAt: instant('answered_at'),
    /** Since when no answer came; null while it answers. */
    failingSince: instant('failing_since'),
    failedAt: instant('failed_at'),
    failure: text('failure'),
    /** When it was last asked only to see whether it answers. */
    probedAt: instant('probed_at'),
  },
  (table) => [primaryKey({ columns: [table.environment, table.service] })],
);

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
