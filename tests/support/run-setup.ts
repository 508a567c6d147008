import { join } from 'node:path';
import { buildIfNeeded } from '../../scripts/build-if-needed.ts';
import { startPostgres, type TemporaryPostgres } from './postgres.ts';

/** What comes before the workers of a run: a build, and one PostgreSQL. */
export async function prepareRun(): Promise<TemporaryPostgres> {
  buildIfNeeded();
  // Dozens of processes are started, and what each compiles is the same: it is kept, for the next run too.
  process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), 'node_modules/.cache/node');
  return startPostgres();
}
