import { z } from 'zod';
import { WholeEntry, wholeEntry } from '#app/api/silo/v1/_wire/entry.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { sizeLimits } from '#lib/limits.ts';
import { fetchEntryByKey } from '#lib/silo/entries.ts';

export const GET = endpoint(
  {
    service: 'silo',
    version: 'v1',
    route: 'entries/key/{key}',
    operation: 'fetchEntryByKey',
    summary: 'Fetch an entry by the key that it was created with',
    tag: 'Entries',
    answers: { 200: WholeEntry },
    params: z.strictObject({ key: z.string().max(sizeLimits.keyCharacters) }),
  },
  async (ctx, { params }) => ({ body: await wholeEntry(ctx, await fetchEntryByKey(ctx, params.key)) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
