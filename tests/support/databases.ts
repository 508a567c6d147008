import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { DatabaseSource } from '#lib/database/client.ts';
import { fastDirectory } from './fast-directory.ts';
import { createDatabase } from './postgres.ts';
import { makeCurrent, type OpenWithQueue, openWithQueue } from './with-database.ts';

/** A database on the run's PostgreSQL, as after the application's first start. */
export const newDatabase = (): Promise<DatabaseSource> => newOnServer(inject('databaseTemplate'));

/** A database without tables, as before the application's first start. */
export const newBareDatabase = (): Promise<DatabaseSource> => newOnServer();

const newOnServer = async (template?: string): Promise<DatabaseSource> => ({
  url: await createDatabase(inject('postgresUrl'), template),
  dataDir: '',
});

/** A directory in which the application starts a PostgreSQL of its own. */
export function newOwnDatabase(): { source: DatabaseSource; remove(): void } {
  const dataDir = mkdtempSync(join(fastDirectory(), 'alta-own-'));
  return { source: { dataDir }, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

let ofWorker: Promise<OpenWithQueue> | undefined;

/** Database shared by all files of a worker, because opening one takes longer than most tests. */
function databaseOfWorker(): Promise<OpenWithQueue> {
  ofWorker ??= newDatabase().then(openWithQueue);
  return ofWorker;
}

/**
 * Tests in this process on a database that also has the workspaces of other files. No worker takes anything
 * from the queue: the tests call the verbs.
 */
export function onDatabase(what: string, tests: () => void): void {
  describe(what, () => {
    beforeAll(async () => makeCurrent(await databaseOfWorker()));
    afterAll(() => makeCurrent(undefined));
    tests();
  });
}

/** The same on an empty database, for tests of more than one workspace. */
export function onNewDatabase(what: string, tests: () => void): void {
  describe(what, () => {
    withNewDatabase();
    tests();
  });
}

/** Opens a new database for the tests that follow. */
export function withNewDatabase(): void {
  let close: () => Promise<void>;
  beforeAll(async () => {
    const opened = await openWithQueue(await newDatabase());
    makeCurrent(opened);
    close = opened.close;
  });
  afterAll(() => close());
}
