import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { DatabaseSource } from '#lib/database/client.ts';
import { copyOf, newDirectory, removeDirectory } from './database-templates.ts';
import { createDatabase } from './postgres.ts';
import { makeCurrent, type OpenWithQueue, openWithQueue } from './with-database.ts';

interface NewDatabase {
  source: DatabaseSource;
  remove(): void;
}

export interface Kind {
  name: 'embedded' | 'postgres';
  /** A new database with the application's tables, and nothing in them. */
  create(): Promise<NewDatabase>;
  /** A new database without a table, as the application's first start finds it. */
  createBare(): Promise<NewDatabase>;
}

const inDirectory = (dataDir: string): NewDatabase => ({
  source: { dataDir },
  remove: () => removeDirectory(dataDir),
});
const at = (url: string): NewDatabase => ({ source: { url, dataDir: '' }, remove: () => {} });

export const embedded: Kind = {
  name: 'embedded',
  create: async () => inDirectory(copyOf(inject('databaseTemplates').embedded)),
  createBare: async () => inDirectory(newDirectory(inject('databaseTemplates').embedded)),
};

export const postgres: Kind = {
  name: 'postgres',
  create: async () => at(await createDatabase(inject('postgresUrl'), inject('databaseTemplates').postgres)),
  createBare: async () => at(await createDatabase(inject('postgresUrl'))),
};

/** Where any will do: PostgreSQL opens in a tenth of the time. */
export const cheapest = inject('postgresUrl') ? postgres : embedded;

export function onEachKind(what: string, tests: (kind: Kind) => void): void {
  describe(`${what}, on the embedded database`, () => tests(embedded));
  describe.skipIf(!inject('postgresUrl'))(`${what}, on PostgreSQL`, () => tests(postgres));
}

const ofWorker = new Map<Kind, Promise<OpenWithQueue>>();

/** The database of this kind that all files of a worker have in common: opening one takes longer than most tests. */
function databaseOfWorker(kind: Kind): Promise<OpenWithQueue> {
  const opened = ofWorker.get(kind) ?? kind.create().then(({ source }) => openWithQueue(source));
  ofWorker.set(kind, opened);
  return opened;
}

/**
 * The same tests in this process on the embedded database and on PostgreSQL. No worker takes anything from the queue:
 * the tests call the verbs. Other files have left their workspaces there.
 */
export function onEachDatabase(what: string, tests: (kind: Kind) => void): void {
  onEachKind(what, (kind) => {
    beforeAll(async () => makeCurrent(await databaseOfWorker(kind)));
    afterAll(() => makeCurrent(undefined));
    tests(kind);
  });
}

/** The same, on databases in which nothing is yet: for what looks at more than a workspace. */
export function onEachNewDatabase(what: string, tests: (kind: Kind) => void): void {
  onEachKind(what, (kind) => {
    withNewDatabase(kind);
    tests(kind);
  });
}

/** A new database for the tests that follow. */
export function withNewDatabase(kind: Kind): void {
  let close: () => Promise<void>;
  beforeAll(async () => {
    const { source, remove } = await kind.create();
    const opened = await openWithQueue(source);
    makeCurrent(opened);
    close = async () => {
      await opened.close();
      remove();
    };
  });
  afterAll(() => close());
}
