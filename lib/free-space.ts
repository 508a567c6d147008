import { statfsSync } from 'node:fs';

/** What the file system of `directory` has left for us. */
export function mebibytesLeft(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return Math.floor((bavail * bsize) / 1_048_576);
}
