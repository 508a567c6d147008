import { z } from 'zod';
import { extendLink, LinkTerm } from '#lib/registrations/entry-link.ts';
import { defineOperation } from '../operation.ts';

/** The link of a supplier is good for another term. */
export const extendLinks = defineOperation({
  row: LinkTerm.extend({ silo_entry_id: z.uuid('must be the UUID of an entry').toLowerCase() }),
  run: async (ctx, { silo_entry_id: entryId, ...term }) => {
    await extendLink(ctx, entryId, term);
    return entryId;
  },
});
