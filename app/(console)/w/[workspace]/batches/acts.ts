import type { Batch } from '#lib/batches/batches.ts';

/** What is done with rows of a list that are chosen, by what names them. */
export const idOf = {
  remind: 'silo_entry_id',
  'extend-link': 'silo_entry_id',
  archive: 'silo_entry_id',
  'run-again': 'job_id',
  redeliver: 'delivery_id',
} as const satisfies Partial<Record<Batch['operation'], string>>;

export type Act = keyof typeof idOf;
export const acts = Object.keys(idOf) as [Act, ...Act[]];

export const choosableLists = ['suppliers', 'invoices', 'registrations', 'jobs', 'deliveries'] as const;
export type ChoosableListName = (typeof choosableLists)[number];
