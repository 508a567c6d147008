import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The address of a file in `public/`. It changes with the contents, so that it can be cached forever. */
export function publicFileAddress(file: string): string {
  const contents = readFileSync(join(process.cwd(), 'public', file));
  return `/${file}?v=${createHash('sha256').update(contents).digest('hex').slice(0, 12)}`;
}
