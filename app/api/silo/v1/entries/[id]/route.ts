import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { changeDocument } from '#lib/invoices/change-document.ts';
import { EntryChange } from '#lib/silo/change-entry.ts';
import { createOrFindEntry, EntryInput, fetchEntry } from '#lib/silo/entries.ts';
import { newEntry, wholeEntry } from '#lib/silo/entry-response.ts';
import { entryRoute } from '../entry-route.ts';

const here = entryRoute('');
const modes = {
  'application/json': 'replace',
  'application/merge-patch+json': 'merge',
  'application/json-patch+json': 'operations',
} as const;
const mediaTypes = Object.keys(modes) as (keyof typeof modes)[];

export const GET = endpoint(here, async (ctx, { params }) => {
  return { body: await wholeEntry(ctx, await fetchEntry(ctx, params.id)) };
});

export const PUT = endpoint({ ...here, body: EntryInput }, async (ctx, { params, body }) => {
  const { entry, created } = await createOrFindEntry(ctx, body, params.id);
  return { body: created ? newEntry(entry) : await wholeEntry(ctx, entry) };
});

/**
 * `{data, version?}`. As `application/json`, `data` is the whole document; as `application/merge-patch+json`
 * (RFC 7396) it is what changes in it, as `application/json-patch+json` (RFC 6902) a list of operations on it. With the `version` that the entry was read with, a change that somebody
 * else made meanwhile is not overwritten: 409 `changed-meanwhile`.
 */
export const PATCH = endpoint(
  { ...here, body: EntryChange, mediaTypes: mediaTypes },
  async (ctx, { params, body, mediaType }) => {
    const entry = await changeDocument(ctx, params.id, { ...body, mode: modes[mediaType] });
    return { body: await wholeEntry(ctx, entry) };
  },
);

export const { POST, DELETE, OPTIONS } = otherMethods('GET', 'PUT', 'PATCH');
