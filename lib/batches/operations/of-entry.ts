import { z } from 'zod';

/** A row that is of an entry, and of nothing else. */
export const OfEntry = z.strictObject({
  silo_entry_id: z.uuid('must be the UUID of an entry').toLowerCase(),
});
