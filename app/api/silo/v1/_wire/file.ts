import { createHash } from 'node:crypto';
import { z } from 'zod';
import { sizeLimits } from '#lib/limits.ts';
import { uploadedCategories, uploadedTypes } from '#lib/silo/files.ts';
import { OwnMeta } from '#lib/silo/meta.ts';

/** Canonical base64, so that the same bytes have one encoding. `Buffer` alone skips invalid characters. */
const Base64 = z.string({ error: 'must be the content in base64' }).transform((text, check): Buffer => {
  const content = Buffer.from(text, 'base64');
  if (content.byteLength > 0 && content.toString('base64') === text) return content;
  check.addIssue({ code: 'custom', message: text ? 'is not base64 with its padding' : 'is empty' });
  return z.NEVER;
});

export const FileUpload = z
  .strictObject({
    name: z.string({ error: 'is required' }).trim().min(1, 'is required').max(255),
    category: z
      .enum(uploadedCategories, { error: `must be one of ${uploadedCategories.join(', ')}` })
      .default('attachment')
      .describe('What the file is to the entry: `format` is its document in another form, such as a PDF.'),
    key: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, 'must be of lower-case letters, digits, full stops and hyphens')
      .optional()
      .describe('With `category` it names the file: another of the same takes its place.'),
    mime: z
      .enum(uploadedTypes, { error: `must be one of ${uploadedTypes.join(', ')}` })
      .optional()
      .describe('Unless told, what the bytes say.'),
    desc: z.string().trim().min(1).max(500).optional(),
    data: Base64.optional().describe(
      'The content in base64, with its padding. Without it `sha256`, `size` and `mime` announce the file: the answer is not `stored`, and its `url` takes the bytes, by `PUT`.',
    ),
    sha256: z
      .string()
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex')
      .optional()
      .describe('Of the content.'),
    size: z.int().min(1).max(sizeLimits.fileBytes).optional().describe('Bytes.'),
    embeddable: z
      .boolean()
      .default(false)
      .describe('Whether others may put it into files of theirs. It is kept and given back.'),
    private: z.boolean().default(false).describe('`true`: its `url` gives it only to who has the API key.'),
    meta: OwnMeta.default({}),
  })
  .superRefine(({ data, ...told }, check) => {
    const refuse = (field: string, message: string) =>
      check.addIssue({ code: 'custom', path: [field], message });
    if (data === undefined) {
      if (told.sha256 && told.size && told.mime) return;
      if (!told.sha256 && !told.size) return refuse('data', 'is required: the content in base64');
      for (const field of ['sha256', 'size', 'mime'] as const)
        if (!told[field]) refuse(field, 'is required of a file whose content comes later');
      return;
    }
    if (told.size !== undefined && told.size !== data.byteLength)
      refuse('size', `is not that of the content, which has ${data.byteLength} bytes`);
    if (told.sha256 !== undefined && told.sha256 !== sha256Of(data))
      refuse('sha256', 'is not that of the content');
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
