import { bigserial, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

const counted = {
  /** No reference: the row that is counted has one. */
  workspaceId: uuid('workspace_id').notNull(),
  what: text('what')
    .$type<'suppliers' | 'registrations' | 'ratings' | 'certificates' | 'invoices'>()
    .notNull(),
  /**
   * Of Buenos Aires: when a registration was created or rated, when a certificate expires, when an invoice was
   * authorized. Of a supplier, infinity.
   */
  day: date('day').notNull(),
  /** What those have in common that are counted together. */
  facts: jsonb('facts').$type<Record<string, unknown>>().notNull(),
};

/**
 * How many suppliers, registrations, ratings, certificates and authorized invoices a workspace has of each kind: kept,
 * since to count them takes the longer the more there are. How many it is now, the changes say that are not yet in here.
 */
export const supplierCounts = pgTable(
  'supplier_counts',
  { ...counted, count: integer('count').notNull() },
  (table) => [primaryKey({ columns: [table.workspaceId, table.what, table.day, table.facts] })],
);

/**
 * One more of these, or one less: triggers (migrations 0017 and 0019) append it in the transaction of what is counted, which so
 * waits for no row that others change too. `sumCounts` adds them to the counts.
 */
export const supplierCountChanges = pgTable(
  'supplier_count_changes',
  { id: bigserial('id', { mode: 'number' }).primaryKey(), ...counted, change: integer('change').notNull() },
  (table) => [index().on(table.workspaceId)],
);
