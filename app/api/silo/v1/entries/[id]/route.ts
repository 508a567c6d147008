import { z } from 'zod';
import { endpoint } from '#lib/http/endpoint.ts';
import { createOrFindEntry, EntryInput, fetchEntry } from '#lib/silo/entries.ts';
import { wholeEntry } from '#lib/silo/entry-response.ts';
import { listMeta } from '#lib/silo/meta.ts';

const here = {
  service: 'silo',
  version: 'v1',
  route: 'entries/{id}',
  params: z.strictObject({ id: z.uuid('must be a UUID').toLowerCase() }),
} as const;

export const GET = endpoint(here, async (ctx, { params }) => {
  const entry = await fetchEntry(ctx, params.id);
  return { body: wholeEntry(entry, await listMeta(ctx, entry.id)) };
});

export const PUT = endpoint({ ...here, body: EntryInput }, async (ctx, { params, body }) => {
  const { entry, created } = await createOrFindEntry(ctx, body, params.id);
  return { body: wholeEntry(entry, created ? [] : await listMeta(ctx, entry.id)) };
});
