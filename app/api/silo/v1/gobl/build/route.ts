import { z } from 'zod';
import { EntryFields } from '#app/api/silo/v1/_wire/entry-input.ts';
import { inEnvelope } from '#lib/documents/build.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { learnIssuerStatus } from '#lib/invoices/issuer.ts';
import { buildForIssuer } from '#lib/silo/issuer-status.ts';

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
  async (ctx, { body: { data, folder, envelop } }) => {
    const doc = await buildForIssuer(ctx, data, folder);
    return { body: { data: envelop ? inEnvelope(data, doc) : doc } };
  },
  undefined,
  (ctx, { body: { data } }) => learnIssuerStatus(ctx, data),
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
