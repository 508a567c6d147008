import { z } from 'zod';
import { EntryFields } from '#app/api/silo/v1/_wire/entry-input.ts';
import { buildDocument, buildEnvelope } from '#lib/documents/build.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';

const Body = z.strictObject({
  ...EntryFields.pick({ data: true, folder: true }).shape,
  envelop: z.boolean().default(false).describe('`true`: the answer is the document in an envelope.'),
});

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
  async (_ctx, { body: { data, folder, envelop } }) => ({
    body: { data: envelop ? buildEnvelope(data, folder) : buildDocument(data, folder) },
  }),
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
