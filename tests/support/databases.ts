import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { DatabaseSource } from '#lib/database/client.ts';
import { fastDirectory } from './fast-directory.ts';
import { createDatabase } from './postgres.ts';
import { makeCurrent, type OpenWithQueue, openWithQueue } from './with-database.ts';

/** A database on the PostgreSQL of the run, as the application's first start leaves it. */
export const newDatabase = (): Promise<DatabaseSource> => newOnServer(inject('databaseTemplate'));

/** One without a table, as the application's first start finds it. */
export const newBareDatabase = (): Promise<DatabaseSource> => newOnServer();

const newOnServer = async (template?: string): Promise<DatabaseSource> => ({
  url: await createDatabase(inject('postgresUrl'), template),
  dataDir: '',
});

/** A directory in which the application begins a PostgreSQL of its own. */
export function newOwnDatabase(): { source: DatabaseSource; remove(): void } {
  const dataDir = mkdtempSync(join(fastDirectory(), 'alta-own-'));
  return { source: { dataDir }, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

let ofWorker: Promise<OpenWithQueue> | undefined;

/** The database that all files of a worker have in common: opening one takes longer than most tests. */
function databaseOfWorker(): Promise<OpenWithQueue> {
  ofWorker ??= newDatabase().then(openWithQueue);
  return ofWorker;
}

/**
 * Tests in this process on a database. No worker takes anything from the queue: the tests call the verbs. Other files
 * have left their workspaces there.
 */
export function onDatabase(what: string, tests: () => void): void {
  describe(what, () => {
    beforeAll(async () => makeCurrent(await databaseOfWorker()));
    afterAll(() => makeCurrent(undefined));
    tests();
  });
}

/** The same, on a database in which nothing is yet: for what looks at more than a workspace. */
export function onNewDatabase(what: string, tests: () => void): void {
  describe(what, () => {
    withNewDatabase();
    tests();
  });
}

/** A new database for the tests that follow. */
export function withNewDatabase(): void {
  let close: () => Promise<void>;
  beforeAll(async () => {
    const opened = await openWithQueue(await newDatabase());
    makeCurrent(opened);
    close = opened.close;
  });
  afterAll(() => close());
}
