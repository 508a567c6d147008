import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Environment } from '#lib/authority-environment.ts';
import { instant } from './columns.ts';

/** What was seen of the authority last, by environment and service; shared by all instances. */
export const authorityStatus = pgTable(
  'authority_status',
  {
    environment: text('environment').$type<Environment>().notNull(),
    service: text('service').$type<'wsaa' | 'wsfe'>().notNull(),
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
