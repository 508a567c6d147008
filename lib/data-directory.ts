import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Permission bits of the group and of others. */
const others = 0o077;
/** Forbidden bits when Alta runs as root. PostgreSQL then runs as a user of the group, which may enter. */
const othersOfRoot = 0o067;
/** Sticky bit, which marks shared directories such as /tmp. */
const shared = 0o1000;

/**
 * Creates the directory if it does not exist, and denies other users access to it: it contains mails, keys and a
 * database.
 * @throws Error with a remedy, if other users still have access
 */
export function claimDataDirectory(directory: string): void {
  mkdirSync(dirname(resolve(directory)), { recursive: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // On Windows, directories inherit their permissions.
  if (process.platform === 'win32') return;
  const closed = process.getuid?.() === 0 ? othersOfRoot : others;
  const rightsOf = () => statSync(directory).mode & 0o7777;
  if (rightsOf() & closed && !(rightsOf() & shared)) {
    try {
      chmodSync(directory, 0o700);
    } catch {
      // Another user owns it. Some file systems ignore chmod without an error, so the mode is checked below.
    }
  }
  const rights = rightsOf();
  if ((rights & closed) === 0) return;
  throw new Error(
    `DATA_DIR, ${directory}, is open to other users (mode ${rights.toString(8)}), and that can not be changed. ` +
      'Set DATA_DIR to a separate directory, such as a subdirectory, or run chmod 700 as the owner of this one.',
  );
}
