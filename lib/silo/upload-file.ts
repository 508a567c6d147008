import { type Context, inTransaction } from '#lib/context.ts';
import { refuseOverQuota } from '#lib/quotas.ts';
import { attachFile, attachFileAs, type EntryFile, type NewFile } from './files.ts';

/** What a file from outside may be. Nothing that a browser runs: no HTML, no SVG. */
export const uploadedTypes = [
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
export const uploadedCategories = ['format', 'attachment'] as const;

type FileUpload = Pick<NewFile, 'name' | 'key' | 'description' | 'content'> & {
  category: (typeof uploadedCategories)[number];
  mime: (typeof uploadedTypes)[number];
};

/**
 * A file that somebody outside brings.
 * @throws AltaError `not-found`; `conflict`, also `over-quota`, and when the client's `id` is taken by another file.
 */
export async function uploadFile(
  ctx: Context,
  entryId: string,
  file: FileUpload,
  id?: string,
): Promise<EntryFile> {
  const wanted = { ...file, entryId };
  return inTransaction(ctx, async (tx) => {
    await refuseOverQuota(tx, ctx, 'storage');
    return id === undefined ? attachFile(tx, ctx, wanted) : attachFileAs(tx, ctx, { ...wanted, id });
  });
}
