import type { TestProject } from 'vitest/node';
import { type DatabaseTemplates, makeTemplates } from './database-templates.ts';
import { prepareRun } from './run-setup.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL; empty where the machine has none. */
    postgresUrl: string;
    databaseTemplates: DatabaseTemplates;
  }
}

/** One PostgreSQL for the whole run. Where there is none, the tests on it say that they were skipped. */
export default async function setUp(project: TestProject) {
  const postgres = await prepareRun();
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
