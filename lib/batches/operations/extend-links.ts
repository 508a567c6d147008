import { extendLink, LinkTerm } from '#lib/registrations/entry-link.ts';
import { defineOperation } from '../operation.ts';
import { OfEntry } from './of-entry.ts';

/** The link of a supplier is good for another term. */
export const extendLinks = defineOperation({
  needs: 'links:extend',
  scope: 'apps/gov-ar:write',
  row: LinkTerm.extend(OfEntry.shape),
  run: async (ctx, { silo_entry_id: entryId, ...term }) => {
    await extendLink(ctx, entryId, term);
    return entryId;
  },
});
