import { z } from 'zod';
import { env } from '#lib/env.ts';
import { Instant } from '#lib/instant.ts';
import { type EntryFile, fileCategories } from './files.ts';

/** A file on the wire. Its `url` gives the content to who has the API key. */
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
export type FileResponse = z.infer<typeof FileResponse>;

export const fileResponse = (file: EntryFile): FileResponse => ({
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
