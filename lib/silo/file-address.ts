import { timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { isAlive } from '#lib/age.ts';
import { type Context, fetchWorkspace } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { entryFiles } from '#lib/database/tables/silo.ts';
import { fileAddressMinutes } from '#lib/limits.ts';
import { lookupHash } from '#lib/vault.ts';
import type { EntryFile } from './files.ts';

/** `read` gives the bytes of a file, `store` takes those of a placeholder. */
export type FileAct = 'read' | 'store';
type FileName = Pick<EntryFile, 'entryId' | 'id'>;

/** What makes the address of a file open without a key. */
export interface FileSignature {
  /** Unix time, in seconds. */
  expires: string;
  signature: string;
}

/** For one file, one act, and a few minutes. Nothing is kept of it. */
export function signFile(file: FileName, act: FileAct, now = new Date()): FileSignature {
  const expires = String(Math.floor(now.getTime() / 1_000) + fileAddressMinutes * 60);
  return { expires, signature: signatureOf(file, act, expires) };
}

/**
 * Who comes by such an address: nobody in particular, in the file's workspace. Undefined where it is altered, over, of
 * another file or act, or of a file that is gone: which of these, nobody is told.
 */
export async function admitByAddress(
  file: FileName,
  act: FileAct,
  { expires, signature }: FileSignature,
  now = new Date(),
): Promise<Pick<Context, 'workspace' | 'actor'> | undefined> {
  const wanted = Buffer.from(signatureOf(file, act, expires));
  const given = Buffer.from(signature);
  if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return undefined;
  if (!isAlive(new Date(Number(expires) * 1_000), fileAddressMinutes * 60_000, now)) return undefined;
  const [found] = await database()
    .select({ workspaceId: entryFiles.workspaceId })
    .from(entryFiles)
    .where(and(eq(entryFiles.id, file.id), eq(entryFiles.entryId, file.entryId)));
  return found && { workspace: await fetchWorkspace(found.workspaceId), actor: { kind: 'engine' } };
}

const signatureOf = ({ entryId, id }: FileName, act: FileAct, expires: string): string =>
  lookupHash('file address', `${act}\0${entryId}\0${id}\0${expires}`);
