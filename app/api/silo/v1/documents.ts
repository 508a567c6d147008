import { z } from 'zod';
import { CorrectionOptions, correctionOf } from '#app/api/silo/v1/_wire/correction.ts';
import { EntryFields } from '#app/api/silo/v1/_wire/entry-input.ts';
import { inEnvelope } from '#lib/documents/build.ts';
import { idOf } from '#lib/documents/envelope.ts';
import { required } from '#lib/documents/validation.ts';
import { AltaError, type FieldCode } from '#lib/errors.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { correctInvoice } from '#lib/invoices/credit-note.ts';
import { learnIssuerStatus } from '#lib/invoices/issuer.ts';
import { buildForIssuer } from '#lib/silo/issuer-status.ts';

const here = { service: 'silo', version: 'v1', tag: 'Documents' } as const;

const DocumentToBuild = z.strictObject({
  ...EntryFields.pick({ data: true, folder: true }).shape,
  envelop: z.boolean().default(false).describe('`true`: the answer is the document in an envelope.'),
});

const InvoiceToCorrect = z.strictObject({
  data: z
    .record(z.string(), z.unknown(), required('is required: the envelope of an invoice'))
    .describe('The envelope of an authorized invoice, as in its entry.'),
  options: CorrectionOptions.optional(),
  show_options: z
    .boolean()
    .default(false)
    .describe('`true`: the answer is the JSON Schema of `options`, and nothing is corrected.'),
});

export const documents = {
  buildDocument: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'gobl/build',
      summary: 'Complete, normalise and validate a document without storing it',
      idempotency: 'by-key',
      isReadOnly: true,
      body: DocumentToBuild,
      answers: { 200: z.object({ data: z.record(z.string(), z.unknown()) }) },
    },
    async (ctx, { body: { data, folder, envelop } }) => {
      const doc = await buildForIssuer(ctx, data, folder);
      return { body: { data: envelop ? inEnvelope(data, doc) : doc } };
    },
    undefined,
    (ctx, { body: { data } }) => learnIssuerStatus(ctx, data),
  ),

  correctDocument: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'gobl/correct',
      summary: 'Make the credit or debit note of an invoice without storing it',
      details:
        'The answer is the note of the whole invoice, built, in an envelope: send it as the `data` of an entry, with your changes if any. The note is made from the stored invoice that `head.uuid` of the envelope names.',
      idempotency: 'by-key',
      isReadOnly: true,
      body: InvoiceToCorrect,
      answers: { 200: z.object({ data: z.record(z.string(), z.unknown()) }) },
    },
    async (ctx, { body: { data, options, show_options: onlyOptions } }) => {
      if (onlyOptions) return { body: { data: z.toJSONSchema(CorrectionOptions) } };
      if (!options) throw refused('options', 'is required: {"type": "credit-note"}, for example', 'required');
      const id = idOf(data);
      if (!id) throw refused('data', 'must be an envelope with a head.uuid', 'invalid');
      const note = await correctInvoice(ctx, { id, ...correctionOf(options), field: 'data.head.uuid' });
      return { body: { data: inEnvelope(note, await buildForIssuer(ctx, note, 'invoices')) } };
    },
  ),
};

const refused = (field: string, message: string, fieldCode: FieldCode) =>
  new AltaError('validation', 'Some fields are not valid.', { fields: { [field]: message }, fieldCode });
