import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

let read: Buffer<ArrayBuffer> | undefined;

/** What docs-search.js imports, as it is published: a module without imports of its own. */
export function libraryScript(): Buffer<ArrayBuffer> {
  read ??= readFileSync(join(process.cwd(), 'node_modules/minisearch/dist/es/index.js'));
  return read;
}

/** Changes with the library, so that it can be cached for good. */
export const libraryAddress = (): string =>
  `/docs/minisearch.js?v=${createHash('sha256').update(libraryScript()).digest('hex').slice(0, 12)}`;
