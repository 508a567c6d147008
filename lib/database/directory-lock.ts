import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes `directory` for this process alone. The lock is the kernel's, through an empty SQLite file: it ends
 * with the process, however that ends, and needs no guess about a stale file or a re-used process id.
 * @returns the release.
 * @throws DirectoryInUse when another process holds it.
 */
export function lockDirectory(directory: string): () => void {
  const lock = new DatabaseSync(join(directory, 'in-use.lock'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new DirectoryInUse(directory);
  }
  return () => lock.close();
}

export class DirectoryInUse extends Error {
  constructor(directory: string) {
    super(
      `The embedded database in ${directory} is open in another process, and it takes only one. ` +
        'Stop that process, choose another DATA_DIR, or set DATABASE_URL to a PostgreSQL to run several.',
    );
    this.name = 'DirectoryInUse';
  }
}
