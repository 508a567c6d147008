import { z } from 'zod';
import { fromResponse, pageResponse, timedPageOf, timedPageQuery } from '#app/api/_wire/page.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { page } from '#lib/paging.ts';
import { createOrFindEntry, listEntries } from '#lib/silo/entries.ts';
import {
  archivedOf,
  EntryInList,
  EntryQuery,
  entriesInList,
  newEntry,
  WholeEntry,
  wholeEntry,
} from '../_wire/entry.ts';
import { EntryInput, entryInput, learnOfIssuer } from '../_wire/entry-input.ts';

const here = { service: 'silo', version: 'v1', route: 'entries', tag: 'Entries' } as const;

const EntryPage = timedPageOf(EntryInList).extend({
  folder: z.string().optional(),
  state: EntryInList.shape.state.optional(),
});

export const POST = endpoint(
  {
    ...here,
    operation: 'createEntry',
    idempotency: 'by-key',
    summary: 'Create an entry',
    details: 'The same `key` with the same document again gives the entry that is there already.',
    body: EntryInput,
    answers: { 200: WholeEntry },
    failures: ['conflict'],
  },
  async (ctx, { body }) => {
    const { entry, created } = await createOrFindEntry(ctx, await entryInput(ctx, body));
    return { body: created ? newEntry(entry) : await wholeEntry(ctx, entry) };
  },
  undefined,
  learnOfIssuer,
);

export const GET = endpoint(
  {
    ...here,
    operation: 'listEntries',
    summary: 'List entries, the newest first',
    query: EntryQuery,
    answers: { 200: EntryPage },
  },
  async (ctx, { query }) => {
    const rows = await listEntries(ctx, { ...timedPageQuery(query), ...archivedOf(query) });
    return {
      body: {
        ...pageResponse(page(rows, query), await entriesInList(ctx, rows)),
        ...fromResponse(query),
        ...(query.folder ? { folder: query.folder } : {}),
        ...(query.state ? { state: query.state } : {}),
      },
    };
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
