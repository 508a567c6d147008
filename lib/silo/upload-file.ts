import { type Context, inTransaction } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { refuseOverQuota } from '#lib/quotas.ts';
import { typeOfFile, type UploadedType } from './file-type.ts';
import {
  attachFile,
  attachFileAs,
  type ContentToCome,
  type EntryFile,
  type NewFile,
  storeContent,
} from './files.ts';

/** The others are for what Alta itself exchanges with the authority. */
export const uploadedCategories = ['format', 'attachment'] as const;

/** A placeholder says what it will be; of what is there the bytes do, unless the sender does. */
type UploadedContent =
  | { content: Buffer; mime?: UploadedType | undefined }
  | { content: ContentToCome; mime: UploadedType };

type FileUpload = Omit<NewFile, 'entryId' | 'id' | 'category' | 'mime' | 'content'> & {
  category: (typeof uploadedCategories)[number];
} & UploadedContent;

/**
 * A file that somebody outside brings, or announces.
 * @throws AltaError `not-found`; `validation` for bytes of an unknown type; `conflict`, also `over-quota`, and when the
 * client's `id` is taken by another file.
 */
export async function uploadFile(
  ctx: Context,
  entryId: string,
  file: FileUpload,
  id?: string,
): Promise<EntryFile> {
  const wanted = { ...file, mime: file.mime ?? typeOf(file), entryId };
  return inTransaction(ctx, async (tx) => {
    await refuseOverQuota(tx, ctx, 'storage');
    return id === undefined ? attachFile(tx, ctx, wanted) : attachFileAs(tx, ctx, { ...wanted, id });
  });
}

/** The bytes of a file that was announced. @throws AltaError as `storeContent` */
export const uploadContent = (ctx: Context, file: { entryId: string; id: string }, content: Buffer) =>
  inTransaction(ctx, (tx) => storeContent(tx, ctx, file, content));

function typeOf({ content, name }: Pick<NewFile, 'content' | 'name'>): UploadedType {
  const type = Buffer.isBuffer(content) ? typeOfFile(content, name) : undefined;
  if (type) return type;
  throw new AltaError('validation', 'The content is of no type that is known by its bytes.', {
    fields: { mime: 'is required: the content does not say what it is' },
  });
}
