import { remindSupplier } from '#lib/registrations/reminders/remind.ts';
import { defineOperation } from '../operation.ts';
import { OfEntry } from './of-entry.ts';

/** The supplier of each entry is reminded of their open registration. */
export const remind = defineOperation({
  needs: 'reminders:send',
  scope: 'apps/gov-ar:write',
  row: OfEntry,
  run: async (ctx, { silo_entry_id: entryId }) => {
    await remindSupplier(ctx, entryId);
    return entryId;
  },
});
