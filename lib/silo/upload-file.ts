import { z } from 'zod';
import { type Context, inTransaction } from '#lib/context.ts';
import { attachFile, attachFileAs, type EntryFile } from './files.ts';

/** What a file may be. Nothing that a browser runs: no HTML, no SVG. */
const fileTypes = [
  'application/pdf',
  'application/xml',
  'text/xml',
  'application/json',
  'text/plain',
  'text/csv',
  'image/png',
  'image/jpeg',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const;

/** The others are for what Alta itself exchanges with the authority. */
const uploaded = ['format', 'attachment'] as const;

/** Canonical, so that the same bytes are sent in one way. `Buffer` alone skips what is no base64. */
const Base64 = z.string({ error: 'is required: the content in base64' }).transform((text, check): Buffer => {
  const content = Buffer.from(text, 'base64');
  if (content.byteLength > 0 && content.toString('base64') === text) return content;
  check.addIssue({ code: 'custom', message: text ? 'is not base64 with its padding' : 'is empty' });
  return z.NEVER;
});

export const FileUpload = z.strictObject({
  name: z.string({ error: 'is required' }).trim().min(1, 'is required').max(255),
  category: z
    .enum(uploaded, { error: `must be one of ${uploaded.join(', ')}` })
    .default('attachment')
    .describe('What the file is to the entry: `format` is its document in another form, such as a PDF.'),
  key: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, 'must be of lower-case letters, digits, full stops and hyphens')
    .optional()
    .describe('With `category` it names the file: another of the same takes its place.'),
  mime: z.enum(fileTypes, { error: `must be one of ${fileTypes.join(', ')}` }),
  desc: z.string().trim().min(1).max(500).optional(),
  data: Base64.describe('The content in base64, with its padding.'),
});
export type FileUpload = z.infer<typeof FileUpload>;

/**
 * A file that somebody outside brings.
 * @throws AltaError `not-found`; `conflict`, also when the client's `id` is taken by another file.
 */
export async function uploadFile(
  ctx: Context,
  entryId: string,
  { desc, data, ...file }: FileUpload,
  id?: string,
): Promise<EntryFile> {
  const wanted = { ...file, entryId, description: desc, content: data };
  return inTransaction(ctx, (tx) =>
    id === undefined ? attachFile(tx, ctx, wanted) : attachFileAs(tx, ctx, { ...wanted, id }),
  );
}
