import { describe, inject } from 'vitest';
import { type DatabaseSource, type OpenDatabase, openDatabase, setDatabase } from '#lib/database/client.ts';
import { copyOf, newDirectory, removeDirectory } from './database-templates.ts';
import { createDatabase } from './postgres.ts';

interface NewDatabase {
  source: DatabaseSource;
  remove(): void;
}

interface Kind {
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
  createBare: async () => inDirectory(newDirectory()),
};

export const postgres: Kind = {
  name: 'postgres',
  create: async () => at(await createDatabase(inject('postgresUrl'), inject('databaseTemplates').postgres)),
  createBare: async () => at(await createDatabase(inject('postgresUrl'))),
};

/** The same tests on the embedded database and on PostgreSQL. */
export function onEachDatabase(what: string, tests: (kind: Kind) => void): void {
  describe(`${what}, on the embedded database`, () => tests(embedded));
  describe.skipIf(!inject('postgresUrl'))(`${what}, on PostgreSQL`, () => tests(postgres));
}

/** Opens a new database as this process's own. */
export async function useNewDatabase(kind: Kind): Promise<{ opened: OpenDatabase; close(): Promise<void> }> {
  const { source, remove } = await kind.create();
  const opened = await openDatabase(source);
  setDatabase(opened);
  return {
    opened,
    async close() {
      await opened.close();
      setDatabase(undefined);
      remove();
    },
  };
}
