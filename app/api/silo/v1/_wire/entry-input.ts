import { z } from 'zod';
import type { Context } from '#lib/context.ts';
import { folderNames } from '#lib/documents/envelope.ts';
import { singleLine } from '#lib/documents/validation.ts';
import { AltaError } from '#lib/errors.ts';
import { correctInvoice } from '#lib/invoices/credit-note.ts';
import { learnIssuerStatus } from '#lib/invoices/issuer.ts';
import { sizeLimits } from '#lib/limits.ts';
import type { EntryChange as EntryChangeInput } from '#lib/silo/change-entry.ts';
import type { NewEntry } from '#lib/silo/entries.ts';
import { CorrectionOptions, correctionOf } from './correction.ts';

const allow_invalid = z
  .literal(false, { error: 'must be false: what is not valid is not kept, and each fault says what to mend' })
  .optional()
  .describe('What is not valid is not kept.');
const sign = z
  .literal(false, { error: 'must be false: an invoice gets its CAE by the step gov-ar.send of a workflow' })
  .optional()
  .describe('Nothing is signed here: an invoice gets its CAE by the step `gov-ar.send` of a workflow.');

/** Fields of a document that is built or stored. */
export const EntryFields = z.strictObject({
  data: z
    .record(z.string(), z.unknown(), { error: 'is required: a document such as a party' })
    .describe('A document with its `$schema`, bare or in an envelope. A party needs `name` and `tax_id`.'),
  // The verb refuses unsuitable folders: it knows which fit the document.
  folder: z
    .string()
    .optional()
    .meta({ enum: folderNames })
    .describe(
      'What the document is: suppliers and customers are parties. Unless told, invoices for an invoice, by its `$schema`, and suppliers for any other.',
    ),
  key: z
    .string()
    .min(1)
    .max(sizeLimits.keyCharacters)
    .refine(...singleLine)
    .optional()
    .describe('Your own, unique in the workspace: the entry is found by it.'),
  content_type: z
    .literal('application/json', { error: 'must be application/json: a patch is for an entry that is there' })
    .optional()
    .describe('What `data` is.'),
  allow_invalid,
  sign,
});

/** A document, or the invoice that a new one corrects. */
export const EntryInput = z
  .strictObject({
    ...EntryFields.shape,
    data: EntryFields.shape.data.optional(),
    previous_id: z
      .uuid('must be a UUID')
      .toLowerCase()
      .optional()
      .describe('Instead of `data`: the entry of the authorized invoice that `correct` is about.'),
    correct: CorrectionOptions.optional().describe(
      'Makes the credit or debit note of the whole of an invoice. Change it before it is sent, if it is of a part.',
    ),
  })
  .superRefine(({ data, previous_id, correct }, check) => {
    const refuse = (field: string, message: string) =>
      check.addIssue({ code: 'custom', path: [field], message });
    if (previous_id && !correct)
      refuse('previous_id', 'is for a correction: send `correct` with it, or the document as `data`');
    else if (correct && !previous_id)
      refuse('previous_id', 'is required with `correct`: the entry of the invoice');
    else if (correct && data) refuse('data', 'must be left out: `correct` makes the document');
    else if (!correct && !data) refuse('data', 'is required: a document such as a party');
  });

/** Runs before the entry is made, because the issuer may have to be looked up at the authority. */
export const learnOfIssuer = async (
  ctx: Context,
  { body: { data } }: { body: Pick<z.infer<typeof EntryInput>, 'data'> },
): Promise<void> => {
  if (data) await learnIssuerStatus(ctx, data);
};

/** The verb's input. @throws AltaError as `correctInvoice` */
export async function entryInput(
  ctx: Context,
  { data = {}, folder, key, previous_id: id, correct }: z.infer<typeof EntryInput>,
): Promise<NewEntry> {
  if (!id || !correct) return { data, folder, key };
  const note = await correctInvoice(ctx, { id, ...correctionOf(correct), field: 'previous_id' });
  return { data: note, folder, key };
}

/** The verb's name for each media type of a change. */
const modes = {
  'application/json': 'replace',
  'application/merge-patch+json': 'merge',
  'application/json-patch+json': 'operations',
} as const;
type ChangeType = keyof typeof modes;
export const changeTypes = Object.keys(modes) as ChangeType[];

export const EntryChange = z.strictObject({
  data: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown())], {
      error: 'is required: the document, or what changes in it',
    })
    .nullable()
    .describe(
      'The whole document, or a patch of it (RFC 7396), bare or in an envelope; or a list of operations (RFC 6902). `null`: nothing changes.',
    ),
  version: z
    .string()
    .max(64)
    .optional()
    .describe(
      'What the change was made from. Without it the change is made whatever became of the entry meanwhile.',
    ),
  content_type: z
    .enum(changeTypes, { error: `must be one of ${changeTypes.join(', ')}` })
    .optional()
    .describe('What `data` is, for who sends the request itself as `application/json`.'),
  folder: z.string().max(100).optional().describe('Only what it is: an entry stays in its folder.'),
  allow_invalid,
  sign,
});

/**
 * The verb's input. Clients that send `application/json` may name the type of change in the body.
 * @throws AltaError `validation` if header and body disagree
 */
export function entryChange(
  { data, version, folder, content_type: told }: z.infer<typeof EntryChange>,
  header: ChangeType,
): EntryChangeInput {
  if (told !== undefined && header !== 'application/json' && told !== header) {
    throw new AltaError('validation', 'Header and body do not agree.', {
      fields: { content_type: `must be ${header}, as the header says, or be left out` },
    });
  }
  // A Go client that only names the folder has no way to leave `data` out.
  if (data === null) return { data: {}, version, folder, mode: 'merge' };
  return { data, version, folder, mode: modes[told ?? header] };
}
