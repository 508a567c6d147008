import { EntryInList, entriesInList } from '#app/api/silo/v1/_wire/entry.ts';
import { entryRoute } from '#app/api/silo/v1/entries/entry-route.ts';
import type { Context } from '#lib/context.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { archiveEntry, type ListedEntry, restoreEntry } from '#lib/silo/entries.ts';

const here = entryRoute('/archive', 'Entries');

const inList = async (ctx: Context, row: ListedEntry) => (await entriesInList(ctx, [row]))(row);

export const PUT = endpoint(
  {
    ...here,
    operation: 'archiveEntry',
    summary: 'Archive an entry',
    details:
      'Lists and the search leave it out from now on. It is kept with all that hangs on it, and nothing else changes: who is registered stays so. Again changes nothing.',
    answers: { 200: EntryInList },
    failures: ['gone'],
  },
  async (ctx, { params }) => ({ body: await inList(ctx, await archiveEntry(ctx, params.id)) }),
);

export const DELETE = endpoint(
  {
    ...here,
    operation: 'restoreEntry',
    summary: 'Restore an archived entry',
    details: 'Again changes nothing.',
    answers: { 200: EntryInList },
    failures: ['gone'],
  },
  async (ctx, { params }) => ({ body: await inList(ctx, await restoreEntry(ctx, params.id)) }),
);

export const { GET, POST, PATCH, OPTIONS } = otherMethods('PUT', 'DELETE');
