import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, getTableColumns, inArray, not } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { isUnexpired } from '#lib/age.ts';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader, workspaceOf } from '#lib/context.ts';
import { batchLoader, rowsInKeyOrder } from '#lib/database/batching.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { rowSealPlace } from '#lib/database/seal-places.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { entryFiles, type FileCategory, fileCategories } from '#lib/database/tables/silo.ts';
import { env } from '#lib/env.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { fileAddressMinutes, sharedLinkDays, sizeLimits } from '#lib/limits.ts';
import { refuseOverQuota } from '#lib/quotas.ts';
import { requirePermission } from '#lib/roles.ts';
import { dayMs, minuteMs } from '#lib/time.ts';
import { lookupHash, unseal } from '#lib/vault.ts';
import { lockEntry } from './change-entry.ts';

const { content: _, ...columnsWithoutContent } = getTableColumns(entryFiles);

/** A file without its content. */
export type EntryFile = Omit<typeof entryFiles.$inferSelect, 'content'>;

export { fileCategories };

export interface NewFile {
  entryId: string;
  /** Client's id; generated if absent. */
  id?: string | undefined;
  name: string;
  category: FileCategory;
  /** A file replaces an earlier one with the same category and key. Without a key it replaces none. */
  key?: string | undefined;
  mime: string;
  description?: string | undefined;
  embeddable?: boolean;
  /** Its address requires an API key. */
  private?: boolean;
  meta?: Record<string, string>;
  /** The bytes; or their size and hash, for a placeholder that `storeContent` fills later. */
  content: Buffer | ContentToCome;
}

interface ContentToCome {
  /** In bytes. */
  size: number;
  /** SHA-256, in hex. */
  hash: string;
}

/** A client that exceeds this is probably stuck in a loop. */
const maxFiles = sizeLimits.filesPerEntry;

/**
 * Attaches a file to an entry. The same file under the same category and key returns the existing one.
 * @throws AltaError `not-found`, also for an entry of another workspace; `conflict` when the entry has too
 * many files
 */
export async function attachFile(tx: Transaction, ctx: Context, file: NewFile): Promise<EntryFile> {
  const entry = await lockEntry(tx, ctx, file.entryId);
  const description = descriptionOf(file);
  const files = await loadFiles(tx, entry.id);
  const replaced = files.find(
    ({ category, key }) => file.key !== undefined && category === file.category && key === file.key,
  );
  if (replaced && isSame(replaced, description) && file.id === undefined)
    return fillPlaceholder(tx, ctx, replaced, file);
  if (replaced) await tx.delete(entryFiles).where(eq(entryFiles.id, replaced.id));
  else refuseTooMany(files);
  const stored = await insertFile(tx, {
    ...description,
    id: file.id ?? uuidv7(),
    entryId: entry.id,
    workspaceId: ctx.workspace.id,
    ...(Buffer.isBuffer(file.content)
      ? { content: file.content }
      : { content: Buffer.alloc(0), stored: false }),
  });
  if (!stored) throw new Error('The file was not stored.');
  const { id, category, key, size } = stored;
  await audit(
    tx,
    ctx,
    replaced ? 'entry.file-replaced' : 'entry.file-attached',
    { kind: 'entry', id: entry.id },
    { file: id, category, ...(key ? { key } : {}), size, ...(replaced ? { replaced: replaced.id } : {}) },
  );
  return stored;
}

/**
 * Like `attachFile`, under the client's id: repeating the request returns the existing file.
 * @throws AltaError `conflict` when the id is taken by a different file or by another workspace
 */
async function attachFileWithId(
  tx: Transaction,
  ctx: Context,
  file: NewFile & { id: string },
): Promise<EntryFile> {
  const [existing] = await tx
    .select(columnsWithoutContent)
    .from(entryFiles)
    .where(eq(entryFiles.id, file.id));
  if (!existing) return attachFile(tx, ctx, file);
  const isOurs = existing.workspaceId === ctx.workspace.id && existing.entryId === file.entryId;
  if (isOurs && isSame(existing, descriptionOf(file))) return fillPlaceholder(tx, ctx, existing, file);
  throw new AltaError('conflict', 'A different file with this id already exists.', {
    code: 'id-taken',
    fields: { id: 'is taken' },
  });
}

/** Fills an existing placeholder if the file has its bytes. */
const fillPlaceholder = async (tx: Transaction, ctx: Context, existing: EntryFile, { content }: NewFile) =>
  existing.stored || !Buffer.isBuffer(content) ? existing : storeContent(tx, ctx, existing, content);

/**
 * Stores the bytes of a placeholder. Idempotent.
 * @throws AltaError `not-found`; `validation` for bytes that differ from the announced size or hash
 */
async function storeContent(
  tx: Transaction,
  ctx: Context,
  { entryId, id }: Pick<EntryFile, 'entryId' | 'id'>,
  content: Buffer,
): Promise<EntryFile> {
  await lockEntry(tx, ctx, entryId);
  const [existing] = await tx
    .select(columnsWithoutContent)
    .from(entryFiles)
    .where(fileById(ctx, entryId, id));
  if (!existing) throw notFound('The file');
  if (content.byteLength !== existing.size || hashOf(content) !== existing.hash) {
    throw new AltaError('validation', 'The content does not match the announced size and hash.', {
      fields: { content: `must be ${existing.size} bytes with the SHA-256 ${existing.hash}` },
    });
  }
  if (existing.stored) return existing;
  const change = { content, stored: true };
  const [stored] = await tx
    .update(entryFiles)
    .set(change)
    .where(eq(entryFiles.id, id))
    .returning(columnsWithoutContent);
  if (!stored) throw notFound('The file');
  await audit(tx, ctx, 'entry.file-stored', { kind: 'entry', id: entryId }, { file: id });
  return stored;
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Files of an entry, the oldest first. */
export async function listFiles(ctx: Context, entryId: string): Promise<EntryFile[]> {
  requirePermission(ctx, 'files:read');
  return reader(ctx)
    .select(columnsWithoutContent)
    .from(entryFiles)
    .where(and(eq(entryFiles.entryId, entryId), eq(entryFiles.workspaceId, ctx.workspace.id)))
    .orderBy(asc(entryFiles.createdAt), asc(entryFiles.id));
}

/** @throws AltaError `not-found`, also for a file of another entry or workspace */
export async function fetchFile(ctx: Context, entryId: string, id: string): Promise<EntryFile> {
  requirePermission(ctx, 'files:read');
  const [file] = await reader(ctx)
    .select(columnsWithoutContent)
    .from(entryFiles)
    .where(fileById(ctx, entryId, id));
  if (!file) throw notFound('The file');
  return file;
}

/** Fetches a file with its bytes. @throws AltaError `not-found`, also for a placeholder */
export async function fetchFileContent(
  ctx: Context,
  entryId: string,
  id: string,
): Promise<EntryFile & { content: Buffer }> {
  requirePermission(ctx, 'files:read');
  const [file] = await reader(ctx)
    .select()
    .from(entryFiles)
    .where(and(fileById(ctx, entryId, id), entryFiles.stored));
  if (!file) throw notFound('The file');
  return file;
}

/** The PDF of an invoice, made by Alta or uploaded by the client; undefined if there is none. */
export async function findPdf(ctx: Context, entryId: string): Promise<EntryFile | undefined> {
  requirePermission(ctx, 'files:read');
  const [file] = await reader(ctx)
    .select(columnsWithoutContent)
    .from(entryFiles)
    .where(
      and(
        eq(entryFiles.entryId, entryId),
        eq(entryFiles.workspaceId, ctx.workspace.id),
        isPdf,
        entryFiles.stored,
      ),
    );
  return file;
}

const isPdf = and(eq(entryFiles.category, 'format'), eq(entryFiles.key, 'pdf'));

const fileById = (ctx: Context, entryId: string, id: string) =>
  and(eq(entryFiles.id, id), eq(entryFiles.entryId, entryId), eq(entryFiles.workspaceId, ctx.workspace.id));

const loadFiles = batchLoader(async (tx: Transaction, entryIds: readonly string[]) => {
  const rows: EntryFile[] = await tx
    .select(columnsWithoutContent)
    .from(entryFiles)
    .where(inArray(entryFiles.entryId, [...entryIds]));
  const byEntry = Map.groupBy(rows, ({ entryId }) => entryId);
  return entryIds.map((entryId) => byEntry.get(entryId) ?? []);
});

const insertFile = batchLoader(
  async (tx: Transaction, files: readonly (typeof entryFiles.$inferInsert)[]) => {
    const stored: EntryFile[] = await tx
      .insert(entryFiles)
      .values([...files])
      .returning(columnsWithoutContent);
    return rowsInKeyOrder(
      files.map(({ id }) => id),
      stored,
      ({ id }) => id,
    );
  },
);

/** Everything a client states about a file, with size and hash instead of the content. */
const descriptionOf = ({ content, ...file }: NewFile) => ({
  name: cleanFileName(file.name),
  category: file.category,
  key: file.key ?? null,
  mime: file.mime,
  description: file.description ?? null,
  embeddable: file.embeddable ?? false,
  private: file.private ?? false,
  meta: file.meta ?? {},
  ...(Buffer.isBuffer(content) ? { size: content.byteLength, hash: hashOf(content) } : content),
});

const isSame = (file: EntryFile, description: ReturnType<typeof descriptionOf>): boolean =>
  isDeepStrictEqual({ ...file, ...description }, file);

function refuseTooMany(files: readonly EntryFile[]): void {
  if (files.length < maxFiles) return;
  throw new AltaError('conflict', `An entry may have at most ${maxFiles} files.`, {
    code: 'too-many-files',
  });
}

const maxNameLength = 120;

/**
 * Makes a file's name safe to show and to use for saving: no folders, no control characters, and no characters
 * that reverse the reading direction, which make `fdp.exe` look like `exe.pdf`.
 */
export function cleanFileName(name: string): string {
  const safe = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return truncateName(safe) || 'file';
}

/** Shortens a name but keeps its extension. */
function truncateName(name: string): string {
  const characters = [...name];
  if (characters.length <= maxNameLength) return name;
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
  return `${characters.slice(0, maxNameLength - ending.length).join('')}${ending}`;
}

/** `read` fetches a file's bytes, `share` does so for a year, `store` fills a placeholder. */
export type FileAction = 'read' | 'share' | 'store';

/** How long a signed address works, by its action. */
const lifetimeMs: Record<FileAction, number> = {
  read: fileAddressMinutes * minuteMs,
  share: sharedLinkDays * dayMs,
  store: fileAddressMinutes * minuteMs,
};

type FileName = Pick<EntryFile, 'entryId' | 'id'>;
type SignedFile = FileName & Pick<EntryFile, 'workspaceId'>;

/** Address of a file's content. With a signature it needs no API key. */
export function fileUrl({ entryId, id }: FileName, signature?: FileSignature): string {
  const url = `${env().ALTA_ORIGIN}/api/silo/v1/entries/${entryId}/files/${id}/content`;
  return signature ? `${url}?${new URLSearchParams({ ...signature })}` : url;
}

interface SharedLink {
  url: string;
  expiresAt: Date;
}

/**
 * Link with which anybody can download the file for a year. It stops working if the file is replaced or erased.
 * Nothing is stored.
 * @throws AltaError `not-found`, also for a placeholder; `conflict` `file-private`
 */
export async function shareFile(
  ctx: Context,
  entryId: string,
  id: string,
  now = new Date(),
): Promise<SharedLink> {
  const file = await fetchFile(ctx, entryId, id);
  if (!file.stored) throw notFound('The file');
  if (file.private) {
    throw new AltaError('conflict', 'A private file can not be shared.', { code: 'file-private' });
  }
  return sharedLinkOf(file, now);
}

/** The caller has checked that the file is neither private nor a placeholder. */
export function sharedLinkOf(file: SignedFile, now = new Date()): SharedLink {
  const signature = signFile(file, 'share', now);
  const url = `${env().ALTA_ORIGIN}/archivo/${file.entryId}/${file.id}?${new URLSearchParams({ ...signature })}`;
  return { url, expiresAt: new Date(Number(signature.expires) * 1_000) };
}

/** Query parameters that replace the API key in a file's address. */
export interface FileSignature {
  /** Unix time, in seconds. */
  expires: string;
  signature: string;
}

/** Signs a file's address for one action, for the time in `lifetimeMs`. Nothing is stored. */
export function signFile(file: SignedFile, action: FileAction, now = new Date()): FileSignature {
  const expires = String(Math.floor((now.getTime() + lifetimeMs[action]) / 1_000));
  return { expires, signature: signatureOf(file, action, expires, fileKeyOf(file.workspaceId)) };
}

/**
 * Context for a request with a signed address: the engine as actor, in the file's workspace. Undefined if the
 * address is altered, expired, or for another file or action, or if the file is gone; the caller must not
 * reveal which.
 */
export async function verifySignedAddress(
  file: FileName,
  action: FileAction,
  { expires, signature }: FileSignature,
  now = new Date(),
): Promise<Pick<Context, 'workspace' | 'actor'> | undefined> {
  if (!isUnexpired(new Date(Number(expires) * 1_000), lifetimeMs[action], now)) return undefined;
  const [found] = await database()
    .select({ workspace: workspaces })
    .from(entryFiles)
    .innerJoin(workspaces, eq(workspaces.id, entryFiles.workspaceId))
    .where(
      and(
        eq(entryFiles.id, file.id),
        eq(entryFiles.entryId, file.entryId),
        action === 'share' ? not(entryFiles.private) : undefined,
      ),
    );
  if (!found) return undefined;
  const given = Buffer.from(signature);
  const isSigned = fileKeysOf(found.workspace).some((key) => {
    const wanted = Buffer.from(signatureOf(file, action, expires, key));
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  });
  return isSigned ? { workspace: workspaceOf(found.workspace), actor: { kind: 'engine' } } : undefined;
}

const signatureOf = ({ entryId, id }: FileName, action: FileAction, expires: string, key: string): string =>
  createHmac('sha256', key).update(`${action}\0${entryId}\0${id}\0${expires}`).digest('hex');

/** Signs the addresses of a workspace's files. Only this key goes along when the workspace moves. */
const fileKeyOf = (workspaceId: string): string => lookupHash('file addresses', workspaceId);

/** The workspace's key here, and those of the installations that it came from. */
export function fileKeysOf(workspace: typeof workspaces.$inferSelect): string[] {
  const { id, fileKeysSealed } = workspace;
  const place = rowSealPlace(workspaces.fileKeysSealed, workspace, id);
  return [fileKeyOf(id), ...(fileKeysSealed ? unseal(fileKeysSealed, place).toString().split(' ') : [])];
}

/** Types that clients may upload. A browser runs none of them: no HTML, no SVG. */
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
type UploadedType = (typeof uploadedTypes)[number];

/** Leading bytes of each type, in Latin-1. */
const signatures: readonly [string, UploadedType][] = [
  ['%PDF-', 'application/pdf'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['PK\x03\x04', 'application/zip'],
];

/** Folders in an Office archive. ZIP stores member names uncompressed. */
const officeParts: readonly [string, UploadedType][] = [
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
];

/**
 * Detects which accepted type the bytes have: by leading bytes, for text by its content, and for CSV by the
 * file name alone. Undefined for anything else.
 */
function typeOfFile(content: Buffer, name: string): UploadedType | undefined {
  const head = content.subarray(0, 16).toString('latin1');
  const found = signatures.find(([beginning]) => head.startsWith(beginning))?.[1];
  if (found === 'application/zip') return typeOfArchive(content);
  return found ?? typeOfText(content, name);
}

function typeOfArchive(content: Buffer): UploadedType {
  if (!content.includes('[Content_Types].xml')) return 'application/zip';
  return officeParts.find(([folder]) => content.includes(folder))?.[1] ?? 'application/zip';
}

function typeOfText(content: Buffer, name: string): UploadedType | undefined {
  const text = textOf(content);
  if (text === undefined) return undefined;
  if (/^\s*<\?xml\s/.test(text)) return 'application/xml';
  if (/^\s*[[{]/.test(text) && isJson(text)) return 'application/json';
  return /\.csv$/i.test(name) ? 'text/csv' : 'text/plain';
}

/** Decodes UTF-8 without its byte order mark; undefined if it is not UTF-8 or contains NUL. */
function textOf(content: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Categories that clients may use. The others are for files that Alta exchanges with the authority. */
export const uploadedCategories = ['format', 'attachment'] as const;

/** A placeholder must state its type. The type of bytes is detected unless the client states it. */
type UploadedContent =
  | { content: Buffer; mime?: UploadedType | undefined }
  | { content: ContentToCome; mime: UploadedType };

type FileUpload = Omit<NewFile, 'entryId' | 'id' | 'category' | 'mime' | 'content'> & {
  category: (typeof uploadedCategories)[number];
} & UploadedContent;

/**
 * Stores a client's file, or a placeholder for it.
 * @throws AltaError `not-found`; `validation` for bytes of an unknown type; `conflict`, also `over-quota`,
 * and when the client's `id` is taken by another file
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
    return id === undefined ? attachFile(tx, ctx, wanted) : attachFileWithId(tx, ctx, { ...wanted, id });
  });
}

/** Stores the bytes of an announced file. @throws AltaError as `storeContent` */
export const uploadContent = (ctx: Context, file: { entryId: string; id: string }, content: Buffer) =>
  inTransaction(ctx, (tx) => storeContent(tx, ctx, file, content));

function typeOf({ content, name }: Pick<NewFile, 'content' | 'name'>): UploadedType {
  const type = Buffer.isBuffer(content) ? typeOfFile(content, name) : undefined;
  if (type) return type;
  throw new AltaError('validation', 'The content type could not be detected.', {
    fieldCode: 'required',
    fields: { mime: 'is required: the content type could not be detected' },
  });
}
