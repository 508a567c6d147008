import { z } from 'zod';
import { EntryVersion, entryVersion } from '#app/api/silo/v1/_wire/entry.ts';
import { entryRoute } from '#app/api/silo/v1/entries/entry-route.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { fetchVersion } from '#lib/silo/entries.ts';

const here = entryRoute('/versions/{version}', 'Entries');

export const GET = endpoint(
  {
    ...here,
    params: z.strictObject({ ...here.params.shape, version: z.string().max(64) }),
    operation: 'fetchVersion',
    summary: 'Fetch the document of an entry in one version',
    details: 'Only the newest is kept: any other is a 404.',
    answers: { 200: EntryVersion },
    failures: ['gone'],
  },
  async (ctx, { params: { id, version } }) => ({ body: entryVersion(await fetchVersion(ctx, id, version)) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
