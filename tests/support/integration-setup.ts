import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildIfNeeded } from '../../scripts/build-if-needed.ts';
import { type DatabaseTemplates, makeTemplates } from './database-templates.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL; empty where the machine has none. */
    postgresUrl: string;
    databaseTemplates: DatabaseTemplates;
  }
}

/** One PostgreSQL for the whole run. Where there is none, the tests on it say that they were skipped. */
export default async function setUp(project: TestProject) {
  buildIfNeeded();
  // Dozens of processes are started, and what each compiles is the same: it is kept, for the next run too.
  process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), 'node_modules/.cache/node');
  const postgres = await startPostgres();
  if (!postgres) {
    console.warn('No PostgreSQL was found on this machine: the integration tests on it are skipped.');
  }
  const postgresUrl = postgres?.url ?? '';
  const { remove, ...templates } = await makeTemplates(postgresUrl);
  project.provide('postgresUrl', postgresUrl);
  project.provide('databaseTemplates', templates);
  return () => {
    postgres?.stop();
    remove();
  };
}
