import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a file of `public/` is linked. The address changes with the contents, so that it can be cached for good. */
export function publicFileAddress(file: string): string {
  const contents = readFileSync(join(process.cwd(), 'public', file));
  return `/${file}?v=${createHash('sha256').update(contents).digest('hex').slice(0, 12)}`;
}
