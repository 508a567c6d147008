import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Rights of the group and of everybody else; and the sticky bit, by which a directory is everybody's, such as /tmp. */
const others = 0o077;
/** Where root is, PostgreSQL is somebody else, whose group passes through to its own (database/own-postgres.ts). */
const othersOfRoot = 0o067;
const shared = 0o1000;

/**
 * Makes the directory, or takes it over, and keeps everybody else out: what is in it are mails, keys and a database,
 * whatever rights their files have.
 * @throws Error that says what to do, where somebody else could still look into it
 */
export function claimDataDirectory(directory: string): void {
  mkdirSync(dirname(resolve(directory)), { recursive: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Windows has no such rights: a directory has those of the one around it.
  if (process.platform === 'win32') return;
  const closed = process.getuid?.() === 0 ? othersOfRoot : others;
  const rightsOf = () => statSync(directory).mode & 0o7777;
  if (rightsOf() & closed && !(rightsOf() & shared)) {
    try {
      chmodSync(directory, 0o700);
    } catch {
      // It is somebody else's. And not every file system that says nothing has changed anything, so it is looked at again.
    }
  }
  const rights = rightsOf();
  if ((rights & closed) === 0) return;
  throw new Error(
    `DATA_DIR, ${directory}, is open to other users (mode ${rights.toString(8)}), and that can not be changed. ` +
      'Name a directory of its own, such as one below it, or take this one from them: chmod 700, as its owner.',
  );
}
