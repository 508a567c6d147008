import type { TestProject } from 'vitest/node';
import { makeDatabaseTemplate } from './database-templates.ts';
import { prepareRun } from './run-setup.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** Name of the database to copy there. */
    databaseTemplate: string;
  }
}

/** One PostgreSQL for the whole run. */
export default async function setUp(project: TestProject) {
  const postgres = await prepareRun();
  project.provide('postgresUrl', postgres.url);
  project.provide('databaseTemplate', await makeDatabaseTemplate(postgres.url));
  return postgres.stop;
}
