import { z } from 'zod';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { sizeLimits } from '#lib/limits.ts';
import { fetchEntryByKey } from '#lib/silo/entries.ts';
import { wholeEntry } from '#lib/silo/entry-response.ts';

export const GET = endpoint(
  {
    service: 'silo',
    version: 'v1',
    route: 'entries/key/{key}',
    params: z.strictObject({ key: z.string().max(sizeLimits.keyCharacters) }),
  },
  async (ctx, { params }) => ({ body: await wholeEntry(ctx, await fetchEntryByKey(ctx, params.key)) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
