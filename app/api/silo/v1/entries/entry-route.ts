import { z } from 'zod';

/** What the routes of one entry have in common. */
export const entryRoute = (
  below:
    | ''
    | `/${'activity' | 'archive' | 'erasure' | 'export' | 'files' | 'related' | 'states' | 'states/{at}' | 'versions/{version}'}`,
  tag: string,
) =>
  ({
    service: 'silo',
    version: 'v1',
    route: `entries/{id}${below}`,
    tag,
    params: z.strictObject({ id: z.uuid('must be a UUID').toLowerCase() }),
  }) as const;
