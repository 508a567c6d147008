import { z } from 'zod';

/** What the routes of one entry have in common. */
export const entryRoute = (
  below: '' | '/archive' | '/erasure' | '/export' | '/states' | '/activity' | '/files',
  tag: string,
) =>
  ({
    service: 'silo',
    version: 'v1',
    route: `entries/{id}${below}`,
    tag,
    params: z.strictObject({ id: z.uuid('must be a UUID').toLowerCase() }),
  }) as const;
