import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

let read: Buffer<ArrayBuffer> | undefined;

/** The search library's module, imported by docs-search.js. It has no imports itself. */
export function libraryScript(): Buffer<ArrayBuffer> {
  read ??= readFileSync(join(process.cwd(), 'node_modules/minisearch/dist/es/index.js'));
  return read;
}

/** The address changes with the library, so that it can be cached forever. */
export const libraryAddress = (): string =>
  `/docs/minisearch.js?v=${createHash('sha256').update(libraryScript()).digest('hex').slice(0, 12)}`;
