import { join } from 'node:path';
import { buildIfNeeded } from '../../scripts/build-if-needed.ts';
import { startPostgres, type TemporaryPostgres } from './postgres.ts';

/** Preparation of a run before its workers: a build, and one PostgreSQL. */
export async function prepareRun(): Promise<TemporaryPostgres> {
  buildIfNeeded();
  // Dozens of processes compile the same code. The cache is kept for the next run too.
  process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), 'node_modules/.cache/node');
  return startPostgres();
}
