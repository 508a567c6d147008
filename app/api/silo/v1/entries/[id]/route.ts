import { newEntry, WholeEntry, wholeEntry } from '#app/api/silo/v1/_wire/entry.ts';
import {
  changeTypes,
  EntryChange,
  EntryInput,
  entryChange,
  entryInput,
  learnOfIssuer,
} from '#app/api/silo/v1/_wire/entry-input.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { changeDocument } from '#lib/invoices/change-document.ts';
import { createOrFindEntry, fetchEntry } from '#lib/silo/entries.ts';
import { entryRoute } from '../entry-route.ts';

const here = { ...entryRoute('', 'Entries'), answers: { 200: WholeEntry } } as const;
export const GET = endpoint(
  {
    ...here,
    operation: 'fetchEntry',
    summary: 'Fetch an entry with its document, meta and files',
    failures: ['gone'],
  },
  async (ctx, { params }) => ({ body: await wholeEntry(ctx, await fetchEntry(ctx, params.id)) }),
);

export const PUT = endpoint(
  {
    ...here,
    operation: 'putEntry',
    summary: 'Create an entry under an id of your own',
    details:
      'The same again gives the entry that is there already. Parties take UUIDs of version 3, 4 or 5, invoices of version 1 or 7.',
    body: EntryInput,
    failures: ['conflict', 'gone'],
  },
  async (ctx, { params, body }) => {
    const { entry, created } = await createOrFindEntry(ctx, await entryInput(ctx, body), params.id);
    return { body: created ? newEntry(entry) : await wholeEntry(ctx, entry) };
  },
  undefined,
  learnOfIssuer,
);

export const PATCH = endpoint(
  {
    ...here,
    operation: 'changeEntry',
    idempotency: 'by-version',
    summary: "Change an entry's document",
    details: [
      'As `application/json`, `data` is the whole document; as `application/merge-patch+json` (RFC 7396) it is',
      'what changes in it; as `application/json-patch+json` (RFC 6902) a list of operations. `content_type` in the body',
      'says it for who sends `application/json`. With the `version` that the entry was read with, a change that somebody',
      'else made meanwhile is not overwritten: 409 `changed-meanwhile`.',
    ].join(' '),
    body: EntryChange,
    mediaTypes: changeTypes,
    failures: ['conflict', 'gone'],
  },
  async (ctx, { params, body, mediaType }) => {
    const entry = await changeDocument(ctx, params.id, entryChange(body, mediaType));
    return { body: await wholeEntry(ctx, entry) };
  },
);

export const { POST, DELETE, OPTIONS } = otherMethods('GET', 'PUT', 'PATCH');
