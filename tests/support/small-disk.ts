import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate file system, which a test can fill without affecting anything else. */
export interface SmallDisk {
  directory: string;
  /** Takes all space except `left`. Asynchronous, so that a connection closed meanwhile is noticed. */
  fill(left: { mebibytes: number }): Promise<void>;
  /** Frees what `fill` took. */
  makeRoom(): void;
  remove(): void;
}

const mebibyte = 1_048_576;

/** Undefined if this process may not mount one. */
export function mountSmallDisk(size: { mebibytes: number }): SmallDisk | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'alta-disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${size.mebibytes}m`, 'tmpfs', directory];
  if (spawnSync('mount', options).status !== 0) {
    rmSync(directory, { recursive: true });
    return undefined;
  }
  const filling = join(directory, 'filling');
  return {
    directory,
    async fill(left) {
      await rm(filling, { force: true });
      const { bavail, bsize } = await statfs(directory);
      try {
        await writeFile(filling, Buffer.alloc(bavail * bsize - left.mebibytes * mebibyte));
      } catch (error) {
        // A concurrent writer may have taken some of it: then the disk is full before we are done.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    makeRoom: () => rmSync(filling, { force: true }),
    remove() {
      // Lazily, because a process that a test could not end may still have files open there.
      spawnSync('umount', ['--lazy', directory]);
      rmSync(directory, { recursive: true });
    },
  };
}
