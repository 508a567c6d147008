import { z } from 'zod';
import { sizeLimits } from '#lib/limits.ts';

/** What a client keeps with something of its own: texts by name. */
export const OwnMeta = z
  .record(z.string().max(100), z.string().max(500))
  .refine((meta) => Object.keys(meta).length <= sizeLimits.metaMembers, {
    error: `may have ${sizeLimits.metaMembers} members at the most`,
  })
  .describe('Your own; it is kept and given back.');
