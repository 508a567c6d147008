import { statfsSync } from 'node:fs';

/** What the file system of `directory` has left for us. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

export const mebibytesLeft = (directory: string): number => Math.floor(freeBytes(directory) / 1_048_576);
