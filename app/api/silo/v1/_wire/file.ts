import { createHash } from 'node:crypto';
import { z } from 'zod';
import { coded } from '#lib/documents/validation.ts';
import type { FieldCode } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';
import { uploadedCategories, uploadedTypes } from '#lib/silo/files.ts';
import { OwnMeta } from '#lib/silo/meta.ts';

/** Canonical base64, so that the same bytes have one encoding. `Buffer` alone skips invalid characters. */
const Base64 = z.string({ error: 'must be the content in base64' }).transform((text, check): Buffer => {
  const content = Buffer.from(text, 'base64');
  if (content.byteLength > 0 && content.toString('base64') === text) return content;
  check.addIssue({
    code: 'custom',
    message: text ? 'must be base64 with padding' : 'is empty',
    params: coded(text ? 'invalid-format' : 'too-small'),
  });
  return z.NEVER;
});

export const FileUpload = z
  .strictObject({
    name: z.string().trim().min(1, 'is required').max(255),
    category: z
      .enum(uploadedCategories, { error: `must be one of ${uploadedCategories.join(', ')}` })
      .default('attachment')
      .describe('Role of the file: `format` is the document of the entry in another form, such as a PDF.'),
    key: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9._-]{0,99}$/,
        'must be lower-case letters, digits, periods, underscores and hyphens',
      )
      .optional()
      .describe('Identifies the file together with `category`: a new file with the same pair replaces it.'),
    mime: z
      .enum(uploadedTypes, { error: `must be one of ${uploadedTypes.join(', ')}` })
      .optional()
      .describe('Default: detected from the content.'),
    desc: z.string().trim().min(1).max(500).optional(),
    data: Base64.optional().describe(
      'The content in base64, with padding. Without it, `sha256`, `size` and `mime` announce the file: `stored` is `false` in the answer, and the content is sent to its `url` with `PUT`.',
    ),
    sha256: z
      .string()
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex')
      .optional()
      .describe('Hash of the content.'),
    size: z.int().min(1).max(sizeLimits.fileBytes).optional().describe('Bytes.'),
    embeddable: z
      .boolean()
      .default(false)
      .describe('Whether others may embed it in their files. Alta only stores and returns it.'),
    private: z.boolean().default(false).describe('`true`: reading its `url` needs the API key.'),
    meta: OwnMeta.default({}),
  })
  .superRefine(({ data, ...announced }, check) => {
    const refuse = (field: string, message: string, code: FieldCode = 'invalid-value') =>
      check.addIssue({ code: 'custom', path: [field], message, params: coded(code) });
    if (data === undefined) {
      if (announced.sha256 && announced.size && announced.mime) return;
      if (!announced.sha256 && !announced.size)
        return refuse('data', 'is required: the content in base64', 'required');
      for (const field of ['sha256', 'size', 'mime'] as const)
        if (!announced[field])
          refuse(field, 'is required for a file whose content is sent later', 'required');
      return;
    }
    if (announced.size !== undefined && announced.size !== data.byteLength)
      refuse('size', `must be the size of the content, which has ${data.byteLength} bytes`);
    if (announced.sha256 !== undefined && announced.sha256 !== sha256Of(data))
      refuse('sha256', 'must be the hash of the content');
  });

const sha256Of = (data: Buffer) => createHash('sha256').update(data).digest('hex');

export function fileUpload({
  desc: description,
  data,
  sha256: hash = '',
  size = 0,
  mime,
  ...file
}: z.infer<typeof FileUpload>) {
  const described = { ...file, description };
  if (data || !mime) return { ...described, mime, content: data ?? Buffer.alloc(0) };
  return { ...described, mime, content: { hash, size } };
}
