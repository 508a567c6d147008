import { z } from 'zod';
import { EntryInput } from '#app/api/silo/v1/_wire/entry.ts';
import { buildDocument } from '#lib/documents/build.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';

const Body = z.strictObject(EntryInput.pick({ data: true, folder: true }).shape);

export const POST = endpoint(
  {
    service: 'silo',
    version: 'v1',
    route: 'gobl/build',
    operation: 'buildDocument',
    idempotency: 'by-key',
    summary: 'Complete, normalise and validate a document as an entry would hold it; nothing is stored',
    tag: 'Documents',
    reads: true,
    body: Body,
    answers: { 200: z.object({ data: z.record(z.string(), z.unknown()) }) },
  },
  async (_ctx, { body }) => ({ body: { data: buildDocument(body.data, body.folder) } }),
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
