import { z } from 'zod';
import type { Context } from '#lib/context.ts';
import { folderNames } from '#lib/documents/envelope.ts';
import { coded, required, singleLine } from '#lib/documents/validation.ts';
import { AltaError, type FieldCode } from '#lib/errors.ts';
import { correctInvoice } from '#lib/invoices/credit-note.ts';
import { learnIssuerStatus } from '#lib/invoices/issuer.ts';
import { sizeLimits } from '#lib/limits.ts';
import type { EntryChange as EntryChangeInput } from '#lib/silo/change-entry.ts';
import type { NewEntry } from '#lib/silo/entries.ts';
import { CorrectionOptions, correctionOf } from './correction.ts';

const allow_invalid = z
  .literal(false, {
    error: 'must be false: invalid documents are not stored, and each fault says what to correct',
  })
  .optional()
  .describe('Must be `false`: invalid documents are not stored.');
const sign = z
  .literal(false, { error: 'must be false: an invoice gets its CAE in the step gov-ar.send of a workflow' })
  .optional()
  .describe('Must be `false`: an invoice gets its CAE in the step `gov-ar.send` of a workflow.');

/** Fields of a document that is built or stored. */
export const EntryFields = z.strictObject({
  data: z
    .record(z.string(), z.unknown(), required('is required: a document such as a party'))
    .describe('A document with its `$schema`, bare or in an envelope. A party needs `name` and `tax_id`.'),
  // Checked later, when the kind of the document is known.
  folder: z
    .string()
    .optional()
    .meta({ enum: folderNames })
    .describe(
      'Folder of the entry; suppliers and customers are parties. The default follows from `$schema`: `invoices` for an invoice, `suppliers` for any other document.',
    ),
  key: z
    .string()
    .min(1)
    .max(sizeLimits.keyCharacters)
    .refine(...singleLine)
    .optional()
    .describe('Your own id of the entry, unique in the workspace. The entry can be fetched by it.'),
  content_type: z
    .literal('application/json', { error: 'must be application/json: only an existing entry can be patched' })
    .optional()
    .describe('Media type of `data`.'),
  allow_invalid,
  sign,
});

/** A document, or the invoice to correct. */
export const EntryInput = z
  .strictObject({
    ...EntryFields.shape,
    data: EntryFields.shape.data.optional(),
    previous_id: z
      .uuid('must be a UUID')
      .toLowerCase()
      .optional()
      .describe('Instead of `data`: the entry of the authorized invoice to correct.'),
    correct: CorrectionOptions.optional().describe(
      'Creates the credit or debit note of the whole invoice. To correct only a part, change the note before it is sent.',
    ),
  })
  .superRefine(({ data, previous_id, correct }, check) => {
    const refuse = (field: string, message: string, code: FieldCode = 'invalid') =>
      check.addIssue({ code: 'custom', path: [field], message, params: coded(code) });
    if (previous_id && !correct)
      refuse('previous_id', 'is only for corrections: send `correct` too, or send the document as `data`');
    else if (correct && !previous_id)
      refuse('previous_id', 'is required with `correct`: the id of the invoice’s entry', 'required');
    else if (correct && data) refuse('data', 'must be omitted: `correct` creates the document');
    else if (!correct && !data) refuse('data', 'is required: a document such as a party', 'required');
  });

/** Runs before the entry is created, because the issuer may have to be looked up at the authority. */
export const learnOfIssuer = async (
  ctx: Context,
  { body: { data } }: { body: Pick<z.infer<typeof EntryInput>, 'data'> },
): Promise<void> => {
  if (data) await learnIssuerStatus(ctx, data);
};

/** Input of `createOrFindEntry`. @throws AltaError as `correctInvoice` */
export async function entryInput(
  ctx: Context,
  { data = {}, folder, key, previous_id: id, correct }: z.infer<typeof EntryInput>,
): Promise<NewEntry> {
  if (!id || !correct) return { data, folder, key };
  const note = await correctInvoice(ctx, { id, ...correctionOf(correct), field: 'previous_id' });
  return { data: note, folder, key };
}

/** Mode of `changeDocument` for each media type. */
const modes = {
  'application/json': 'replace',
  'application/merge-patch+json': 'merge',
  'application/json-patch+json': 'operations',
} as const;
type ChangeType = keyof typeof modes;
export const changeTypes = Object.keys(modes) as ChangeType[];

export const EntryChange = z.strictObject({
  data: z
    .union(
      [z.record(z.string(), z.unknown()), z.array(z.unknown())],
      required('is required: the document, or a patch of it'),
    )
    .nullable()
    .describe(
      'The whole document, or a patch of it (RFC 7396), bare or in an envelope; or a list of operations (RFC 6902). `null`: nothing changes.',
    ),
  version: z
    .string()
    .max(64)
    .optional()
    .describe(
      'Version that the change is based on. Without it, the change overwrites changes made meanwhile.',
    ),
  content_type: z
    .enum(changeTypes, { error: `must be one of ${changeTypes.join(', ')}` })
    .optional()
    .describe('Media type of `data`, for clients that always send `application/json`.'),
  folder: z.string().max(100).optional().describe('Must be the current folder: an entry cannot be moved.'),
  allow_invalid,
  sign,
});

/**
 * Input of `changeDocument`. Clients that send `application/json` may name the type of change in the body.
 * @throws AltaError `validation` if header and body disagree
 */
export function entryChange(
  { data, version, folder, content_type: bodyType }: z.infer<typeof EntryChange>,
  header: ChangeType,
): EntryChangeInput {
  if (bodyType !== undefined && header !== 'application/json' && bodyType !== header) {
    throw new AltaError('validation', 'The header and the body name different content types.', {
      fields: { content_type: `must be ${header}, as in the header, or be omitted` },
    });
  }
  // The Go client cannot omit `data`, not even when it only names the folder.
  if (data === null) return { data: {}, version, folder, mode: 'merge' };
  return { data, version, folder, mode: modes[bodyType ?? header] };
}
