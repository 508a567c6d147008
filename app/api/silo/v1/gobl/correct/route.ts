import { z } from 'zod';
import { CorrectionOptions, correctionOf } from '#app/api/silo/v1/_wire/correction.ts';
import { inEnvelope } from '#lib/documents/build.ts';
import { idOf } from '#lib/documents/envelope.ts';
import { AltaError } from '#lib/errors.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { correctInvoice } from '#lib/invoices/credit-note.ts';
import { buildForIssuer } from '#lib/silo/issuer-status.ts';

const Body = z.strictObject({
  data: z
    .record(z.string(), z.unknown(), { error: 'is required: the envelope of an invoice' })
    .describe('The envelope of an authorized invoice, as its entry has it.'),
  options: CorrectionOptions.optional(),
  show_options: z
    .boolean()
    .default(false)
    .describe('`true`: the answer is the JSON Schema of `options`, and nothing is corrected.'),
});

export const POST = endpoint(
  {
    service: 'silo',
    version: 'v1',
    route: 'gobl/correct',
    operation: 'correctDocument',
    idempotency: 'by-key',
    summary: 'Make the credit or debit note of an invoice; nothing is stored',
    details:
      "Of the whole invoice, built, in an envelope: send it, or what you made of it, as the `data` of an entry. The invoice is the one of the envelope's `head.uuid`, as it is kept.",
    tag: 'Documents',
    reads: true,
    body: Body,
    answers: { 200: z.object({ data: z.record(z.string(), z.unknown()) }) },
  },
  async (ctx, { body: { data, options, show_options: onlyOptions } }) => {
    if (onlyOptions) return { body: { data: z.toJSONSchema(CorrectionOptions) } };
    if (!options) throw refused('options', 'is required: {"type": "credit-note"}, for example');
    const id = idOf(data);
    if (!id) throw refused('data', 'must be an envelope, with its head.uuid');
    const note = await correctInvoice(ctx, { id, ...correctionOf(options), field: 'data.head.uuid' });
    return { body: { data: inEnvelope(note, await buildForIssuer(ctx, note, 'invoices')) } };
  },
);

const refused = (field: string, message: string) =>
  new AltaError('validation', 'Some fields are not valid.', { fields: { [field]: message } });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
