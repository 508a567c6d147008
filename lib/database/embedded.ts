import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { claimDataDirectory } from '#lib/data-directory.ts';
import type { OpenDatabase } from './client.ts';
import { lockDirectory } from './directory-lock.ts';
import { refuseWithoutRoom } from './space.ts';

/** Opens the embedded database in `dataDir`, or begins one there. */
export async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  claimDataDirectory(dataDir);
  const release = lockDirectory(dataDir);
  try {
    refuseWithoutRoom(dataDir);
    const pglite = await openDirectory(join(dataDir, 'database'));
    return {
      db: drizzle(pglite),
      driver: { kind: 'embedded', pglite },
      async close() {
        await pglite.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

async function openDirectory(directory: string): Promise<PGlite> {
  const files = existsSync(directory) ? readdirSync(directory) : [];
  // PGlite would begin a database there, over what is left of the one that was.
  if (files.length > 0 && !files.includes('PG_VERSION')) throw unusable(directory, 'PG_VERSION is missing');
  return PGlite.create({ dataDir: directory, startParams: durableStartParams() }).catch((error: unknown) => {
    throw unusable(directory, error instanceof Error ? error.message : String(error));
  });
}

const unusable = (directory: string, reason: string): Error =>
  new Error(
    `The embedded database in ${directory} can not be opened: ${reason}. It is damaged, or something else is there. ` +
      'Put a backup of the directory in its place; if there never was anything in it, move it away to begin anew.',
  );

/**
 * PGlite runs with `-F` (no fsync) by default; here its log is written through to the disk. Statistics are of a sample
 * of 3,000 rows instead of 30,000: nobody else is served while they are gathered (upkeep.ts).
 */
const durableStartParams = () => [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=open_datasync',
  '-c',
  'default_statistics_target=10',
];
