import type { BatchOperation } from '#lib/database/tables/batches.ts';
import type { Operation } from './operation.ts';
import { createEntries } from './operations/create-entries.ts';
import { extendLinks } from './operations/extend-links.ts';

export const operations: Record<BatchOperation, Operation> = {
  'create-entry': createEntries,
  'extend-link': extendLinks,
};
