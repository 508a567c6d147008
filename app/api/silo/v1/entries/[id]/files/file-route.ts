import { z } from 'zod';
import type { Address, Caller } from '#lib/http/description.ts';
import { admitByAddress, type FileAct } from '#lib/silo/files.ts';

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

/** Of `url`: who has one needs no key while it lasts. */
export const FileAddressQuery = z.strictObject({
  expires: z.string().max(20).optional().describe('Until when the address opens without a key: Unix time.'),
  signature: z.string().max(100).optional().describe('Of the address. With a key it plays no part.'),
});

/** Who comes by a signed address. */
export const admitted =
  (act: FileAct) =>
  async ({ params, query }: Address): Promise<Caller | undefined> => {
    const file = fileRoute('/content').params.safeParse(params);
    const signed = FileAddressQuery.required().safeParse(Object.fromEntries(query));
    if (!file.success || !signed.success) return undefined;
    return admitByAddress({ entryId: file.data.id, id: file.data.fileId }, act, signed.data);
  };
