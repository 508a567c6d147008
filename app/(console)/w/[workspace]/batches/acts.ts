import type { Batch } from '#lib/batches/batches.ts';
import type { Permission } from '#lib/roles.ts';

/** Actions on selected rows, with the column of the batch that holds the row's id. */
export const idOf = {
  'mail-link': 'silo_entry_id',
  remind: 'silo_entry_id',
  'extend-link': 'silo_entry_id',
  archive: 'silo_entry_id',
  'run-again': 'job_id',
  redeliver: 'delivery_id',
} as const satisfies Partial<Record<Batch['operation'], string>>;

/** The permission that each operation requires. */
export const needsOf = {
  'mail-link': 'registrations:write',
  remind: 'reminders:send',
  'extend-link': 'links:extend',
  archive: 'entries:write',
  'run-again': 'jobs:write',
  redeliver: 'webhooks:write',
} as const satisfies Record<keyof typeof idOf, Permission>;

export type Act = keyof typeof idOf;
export const acts = Object.keys(idOf) as [Act, ...Act[]];

export const choosableLists = ['suppliers', 'invoices', 'registrations', 'jobs', 'deliveries'] as const;
export type ChoosableListName = (typeof choosableLists)[number];
