import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { page } from '#lib/paging.ts';
import { createOrFindEntry, EntryInput, EntryQuery, listEntries } from '#lib/silo/entries.ts';
import { entryInList, newEntry, wholeEntry } from '#lib/silo/entry-response.ts';

const here = { service: 'silo', version: 'v1', route: 'entries' } as const;

export const POST = endpoint({ ...here, body: EntryInput }, async (ctx, { body }) => {
  const { entry, created } = await createOrFindEntry(ctx, body);
  return { body: created ? newEntry(entry) : await wholeEntry(ctx, entry) };
});

export const GET = endpoint({ ...here, query: EntryQuery }, async (ctx, { query }) => ({
  body: {
    ...page(await listEntries(ctx, query), query, entryInList),
    ...(query.folder ? { folder: query.folder } : {}),
    ...(query.state ? { state: query.state } : {}),
  },
}));

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
