import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { changeDocument } from '#lib/invoices/change-document.ts';
import { EntryChange } from '#lib/silo/change-entry.ts';
import { createOrFindEntry, EntryInput, fetchEntry } from '#lib/silo/entries.ts';
import { newEntry, wholeEntry } from '#lib/silo/entry-response.ts';
import { entryRoute } from '../entry-route.ts';

const here = entryRoute('');

export const GET = endpoint(here, async (ctx, { params }) => {
  return { body: await wholeEntry(ctx, await fetchEntry(ctx, params.id)) };
});

export const PUT = endpoint({ ...here, body: EntryInput }, async (ctx, { params, body }) => {
  const { entry, created } = await createOrFindEntry(ctx, body, params.id);
  return { body: created ? newEntry(entry) : await wholeEntry(ctx, entry) };
});

/**
 * `{data, version?}`. As `application/json`, `data` is the whole document; as `application/merge-patch+json`
 * (RFC 7396) it is what changes in it. With the `version` that the entry was read with, a change that somebody
 * else made meanwhile is not overwritten: 409 `changed-meanwhile`.
 */
export const PATCH = endpoint(
  { ...here, body: EntryChange, mediaTypes: ['application/json', 'application/merge-patch+json'] },
  async (ctx, { params, body, mediaType }) => {
    const mode = mediaType === 'application/json' ? 'replace' : 'merge';
    const entry = await changeDocument(ctx, params.id, { ...body, mode });
    return { body: await wholeEntry(ctx, entry) };
  },
);

export const { POST, DELETE, OPTIONS } = otherMethods('GET', 'PUT', 'PATCH');
