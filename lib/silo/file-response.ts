import { env } from '#lib/env.ts';
import type { EntryFile } from './files.ts';

/** A file on the wire. Its `url` gives the content to who has the API key. */
export const fileResponse = (file: EntryFile) => ({
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
export type FileResponse = ReturnType<typeof fileResponse>;
