import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Permissions that the group and other users must not have. */
const forbiddenBits = 0o077;
/**
 * The same for a process that runs as root. The group may then enter the directory, because PostgreSQL runs as a
 * user of that group (database/own-postgres.ts).
 */
const forbiddenBitsAsRoot = 0o067;
/** Marks shared directories such as /tmp. */
const stickyBit = 0o1000;

/**
 * Creates the directory if it does not exist, and denies other users access to it, because it contains mails, keys
 * and a database.
 * @throws Error with a remedy if other users still have access
 */
export function claimDataDirectory(directory: string): void {
  mkdirSync(dirname(resolve(directory)), { recursive: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // On Windows, directories inherit their permissions.
  if (process.platform === 'win32') return;
  const forbidden = process.getuid?.() === 0 ? forbiddenBitsAsRoot : forbiddenBits;
  const rightsOf = () => statSync(directory).mode & 0o7777;
  if (rightsOf() & forbidden && !(rightsOf() & stickyBit)) {
    try {
      chmodSync(directory, 0o700);
    } catch {
      // Another user owns the directory. Some file systems ignore chmod without an error, so the mode is checked below.
    }
  }
  const rights = rightsOf();
  if ((rights & forbidden) === 0) return;
  throw new Error(
    `DATA_DIR, ${directory}, is open to other users (mode ${rights.toString(8)}), and that can not be changed. ` +
      'Set DATA_DIR to a separate directory, such as a subdirectory, or run chmod 700 as the owner of this one.',
  );
}
