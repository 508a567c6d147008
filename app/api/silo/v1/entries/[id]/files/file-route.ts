import { z } from 'zod';

const uuid = z.uuid('must be a UUID').toLowerCase();

/** What the routes of one file have in common. */
export const fileRoute = (below: '' | '/content') =>
  ({
    service: 'silo',
    version: 'v1',
    route: `entries/{id}/files/{file_id}${below}`,
    tag: 'Files',
    params: z.strictObject({ id: uuid, fileId: uuid }),
  }) as const;
