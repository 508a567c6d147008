import {
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentDatabase, type DatabaseSource, type OpenDatabase, openAsItIs } from '#lib/database/client.ts';
import { DirectoryInUse } from '#lib/database/directory-lock.ts';
import { mebibytesLeft } from '#lib/free-space.ts';
import { log } from '#lib/log.ts';
import { removeAtEnd } from './temporary.ts';

/**
 * The embedded database is open in one process. While that serves, it gives who makes a backup a copy of the directory:
 * who wants one makes a directory beside the database with a file `wanted`, and finds the copy in it, or why there is
 * none.
 */
const prefix = 'copy-';
const [wanted, copy, refused] = ['wanted', 'database', 'refused'];

/** The database stops storing with less left than this (database/space.ts). */
const leftOver = 128;

/** Gives what is wanted. Nobody else is served while the files are copied, which is all that happens here. */
export async function giveCopies(): Promise<void> {
  const { driver } = currentDatabase();
  if (driver.kind !== 'embedded' || !driver.pglite.dataDir) return;
  const from = driver.pglite.dataDir;
  for (const name of readdirSync(dirname(from)).filter((each) => each.startsWith(prefix))) {
    const directory = join(dirname(from), name);
    if (!existsSync(join(directory, wanted))) continue;
    rmSync(join(directory, wanted));
    try {
      refuseWithoutRoom(from);
      await driver.pglite.transaction(async (tx) => {
        await tx.exec('checkpoint');
        await cp(from, join(directory, 'part'), { recursive: true, mode: constants.COPYFILE_FICLONE });
      });
      await rename(join(directory, 'part'), join(directory, copy));
    } catch (error) {
      log().error({ err: error }, 'the database could not be copied for a backup');
      writeFileSync(join(directory, refused), error instanceof Error ? error.message : String(error));
    }
  }
}

function refuseWithoutRoom(database: string): void {
  const files = readdirSync(database, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  const [needed, left] = [Math.ceil(bytes / 2 ** 20) + leftOver, mebibytesLeft(database)];
  if (left >= needed) return;
  throw new Error(
    `A copy of the database needs ${needed} MiB in the file system of ${dirname(database)}, which has ${left} left. ` +
      'Make room, or stop the application: then nothing is copied.',
  );
}

/** So often is looked for the copy, and after so many looks, half a minute, whether anybody makes one. */
const lookEveryMs = 100;
const looksOfPatience = 300;
const leftBehindMs = 86_400_000;

/**
 * Opens the database to be read, whatever its schema is: of an embedded one that another process has open, a copy that
 * this gives, as it is at some instant from now on.
 */
export const openBeside = async (source: DatabaseSource): Promise<OpenDatabase> =>
  (await openUnlessInUse(source)) ?? openCopy(source);

const openUnlessInUse = (source: DatabaseSource): Promise<OpenDatabase | undefined> =>
  openAsItIs(source).catch((error: unknown) => {
    if (!(error instanceof DirectoryInUse)) throw error;
    return undefined;
  });

async function openCopy(source: DatabaseSource): Promise<OpenDatabase> {
  removeLeftBehind(source.dataDir);
  const directory = mkdtempSync(join(source.dataDir, prefix));
  removeAtEnd(directory);
  writeFileSync(join(directory, wanted), '');
  for (let looks = 1; !existsSync(join(directory, copy)); looks += 1) {
    if (existsSync(join(directory, refused))) throw new Error(readFileSync(join(directory, refused), 'utf8'));
    await sleep(lookEveryMs);
    if (looks % looksOfPatience > 0) continue;
    // It may have ended meanwhile.
    const opened = await openUnlessInUse(source);
    if (opened) return opened;
    if (existsSync(join(directory, wanted))) throw new Error(unanswered(source.dataDir));
  }
  return openAsItIs({ dataDir: directory });
}

const unanswered = (dataDir: string) =>
  `The process that has the embedded database in ${dataDir} open gives no copy of it. Run this as the same user, and ` +
  'the application with the same version; or stop it.';

/** By who was killed. */
function removeLeftBehind(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(prefix))) {
    const directory = join(dataDir, name);
    if (statSync(directory).mtimeMs < Date.now() - leftBehindMs) rmSync(directory, { recursive: true });
  }
}
