import type { BatchOperation } from '#lib/database/tables/batches.ts';
import type { Operation } from './operation.ts';
import { archive } from './operations/archive.ts';
import { createEntries } from './operations/create-entries.ts';
import { extendLinks } from './operations/extend-links.ts';
import { redeliver } from './operations/redeliver.ts';
import { remind } from './operations/remind.ts';
import { runAgain } from './operations/run-again.ts';

export const operations: Record<BatchOperation, Operation> = {
  archive,
  'create-entry': createEntries,
  'extend-link': extendLinks,
  redeliver,
  remind,
  'run-again': runAgain,
};
