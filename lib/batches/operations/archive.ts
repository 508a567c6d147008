import { archiveEntry } from '#lib/silo/archive.ts';
import { defineOperation } from '../operation.ts';
import { OfEntry } from './of-entry.ts';

export const archive = defineOperation({
  needs: 'entries:write',
  scope: 'silo:write',
  row: OfEntry,
  run: async (ctx, { silo_entry_id: entryId }) => (await archiveEntry(ctx, entryId)).id,
});
