import { existsSync, renameSync } from 'node:fs';
import type { Database } from '#lib/database/client.ts';
import type { Manifest } from './contents.ts';
import { sealFile } from './sealed-file.ts';
import { removeAtEnd } from './temporary.ts';
import { writeContents } from './write-contents.ts';

/**
 * Writes everything that the database has at one instant after `begun` into one file, sealed to the vault key.
 * @throws Error when there is such a file
 */
export async function backUp(db: Database, begun: Date, path: string): Promise<Manifest> {
  if (existsSync(path)) throw new Error(`There is a file ${path} already: a backup overwrites nothing.`);
  // Under its name there is only ever a whole one.
  const part = `${path}.part-${process.pid}`;
  removeAtEnd(part);
  const manifest = await sealFile(part, (to) => writeContents(db, begun, to));
  renameSync(part, path);
  return manifest;
}
