import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { env } from '#lib/env.ts';
import { type EntryFile, fileCategories } from '#lib/silo/files.ts';
import { uploadedCategories, uploadedTypes } from '#lib/silo/upload-file.ts';

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
    .enum(uploadedCategories, { error: `must be one of ${uploadedCategories.join(', ')}` })
    .default('attachment')
    .describe('What the file is to the entry: `format` is its document in another form, such as a PDF.'),
  key: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, 'must be of lower-case letters, digits, full stops and hyphens')
    .optional()
    .describe('With `category` it names the file: another of the same takes its place.'),
  mime: z.enum(uploadedTypes, { error: `must be one of ${uploadedTypes.join(', ')}` }),
  desc: z.string().trim().min(1).max(500).optional(),
  data: Base64.describe('The content in base64, with its padding.'),
});

export const fileUpload = ({ desc, data, ...file }: z.infer<typeof FileUpload>) => ({
  ...file,
  description: desc,
  content: data,
});

export const FileResponse = z
  .object({
    id: z.uuid(),
    created_at: Instant,
    entry_id: z.uuid(),
    name: z.string(),
    category: z
      .enum(fileCategories)
      .describe('What the file is to the entry: `format` is its document in another form, such as a PDF.'),
    key: z
      .string()
      .optional()
      .describe('With `category` it names the file: another of the same takes its place.'),
    mime: z.string(),
    desc: z.string().optional(),
    size: z.int().describe('Bytes.'),
    hash: z.string().describe('SHA-256, hex.'),
    url: z.url().describe('Gives the content to who has the API key.'),
    stored: z.literal(true),
  })
  .meta({ id: 'File' });

export const fileResponse = (file: EntryFile): z.infer<typeof FileResponse> => ({
  id: file.id,
  created_at: file.createdAt.toISOString(),
  entry_id: file.entryId,
  name: file.name,
  category: file.category,
  ...(file.key ? { key: file.key } : {}),
  mime: file.mime,
  ...(file.description ? { desc: file.description } : {}),
  size: file.size,
  hash: file.hash,
  url: `${env().ALTA_ORIGIN}/api/silo/v1/entries/${file.entryId}/files/${file.id}/content`,
  stored: true,
});
