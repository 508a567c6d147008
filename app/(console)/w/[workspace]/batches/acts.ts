import type { Batch } from '#lib/batches/batches.ts';
import type { Permission } from '#lib/roles.ts';

/** Actions on selected rows, with the column of the batch that holds the row's id. */
export const idOf = {
  'mail-link': 'silo_entry_id',
  remind: 'silo_entry_id',
  'extend-link': 'silo_entry_id',
  archive: 'silo_entry_id',
  'try-now': 'job_id',
  'run-again': 'job_id',
  'authorize-again': 'job_id',
  redeliver: 'delivery_id',
} as const;

/** The permission that each action requires. `run-workflow` has a dialog of its own. */
export const needsOf = {
  'run-workflow': 'jobs:write',
  'mail-link': 'registrations:write',
  remind: 'reminders:send',
  'extend-link': 'links:extend',
  archive: 'entries:write',
  'try-now': 'jobs:write',
  'run-again': 'jobs:write',
  'authorize-again': 'jobs:write',
  redeliver: 'webhooks:write',
} as const satisfies Record<keyof typeof idOf | 'run-workflow', Permission>;

export type Act = keyof typeof idOf;
/** Actions that a dialog confirms. */
export type AskedAct = Exclude<Act, 'try-now'>;

/** Invoices are authorized again by running their last job again. */
export const operationOf = (act: Act): Batch['operation'] =>
  act === 'authorize-again' ? 'run-again' : act === 'try-now' ? 'retry' : act;
export const acts = Object.keys(idOf) as [Act, ...Act[]];

/** Actions that a list can offer. */
export type ListAct = keyof typeof needsOf;

/** Kind of document in the lists whose rows a workflow can run on. */
export const schemaOf = { suppliers: 'org/party', invoices: 'bill/invoice' } as const;

export const choosableLists = ['suppliers', 'invoices', 'registrations', 'jobs', 'deliveries'] as const;
export type ChoosableListName = (typeof choosableLists)[number];
