import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, inject } from 'vitest';
import { type DatabaseSource, type OpenDatabase, openDatabase, setDatabase } from '#lib/database/client.ts';
import { createDatabase } from './postgres.ts';

interface Kind {
  name: 'embedded' | 'postgres';
  /** A new, empty database. */
  create(): Promise<{ source: DatabaseSource; remove(): void }>;
}

export const embedded: Kind = {
  name: 'embedded',
  async create() {
    const dataDir = mkdtempSync(join(tmpdir(), 'alta-data-'));
    return { source: { dataDir }, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
  },
};

export const postgres: Kind = {
  name: 'postgres',
  async create() {
    const url = await createDatabase(inject('postgresUrl'));
    return { source: { url, dataDir: '' }, remove: () => {} };
  },
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
