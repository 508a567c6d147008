import { z } from 'zod';
import { fileAddressMinutes } from '#lib/limits.ts';
import { type EntryFile, fileCategories, fileUrl, signFile } from '#lib/silo/files.ts';
import { Instant } from './instant.ts';

export const FileResponse = z
  .object({
    id: z.uuid(),
    created_at: Instant,
    entry_id: z.uuid(),
    name: z.string(),
    category: z
      .enum(fileCategories)
      .describe('Role of the file: `format` is the document of the entry in another form, such as a PDF.'),
    key: z
      .string()
      .optional()
      .describe('Identifies the file together with `category`: a new file with the same pair replaces it.'),
    mime: z.string(),
    desc: z.string().optional(),
    size: z.int().describe('Bytes.'),
    hash: z.string().describe('SHA-256, hex.'),
    url: z
      .url()
      .describe(
        `Address of the content. It works without the API key for ${fileAddressMinutes} minutes, unless the file is private; after that it needs the key. If the content is not stored yet, send it to this address with \`PUT\`.`,
      ),
    stored: z.boolean().describe('`false`: the content has not been sent yet.'),
    embeddable: z.literal(true).optional(),
    private: z.literal(true).optional(),
    meta: z.record(z.string(), z.string()).optional(),
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
  url: urlOf(file),
  stored: file.stored,
  ...(file.embeddable ? { embeddable: true } : {}),
  ...(file.private ? { private: true } : {}),
  ...(Object.keys(file.meta).length ? { meta: file.meta } : {}),
});

/** Reading a private file needs the API key, so only its upload address is signed. */
function urlOf(file: EntryFile): string {
  if (file.private && file.stored) return fileUrl(file);
  return fileUrl(file, signFile(file, file.stored ? 'read' : 'store'));
}
