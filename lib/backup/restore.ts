import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseSource, type OpenDatabase, openAsItIs } from '#lib/database/client.ts';
import { knownMigrations, migrate, migrationsFolder } from '#lib/database/migrate.ts';
import { openVault, VaultKeyMissing } from '#lib/database/vault-state.ts';
import { vaultKeyOf } from '#lib/vault-keys.ts';
import { migrationsOf } from './catalog.ts';
import { BackupUnusable, type Beginning, type Manifest } from './contents.ts';
import { filledTables, loadContents } from './load.ts';
import { readContents } from './read-contents.ts';
import { unsealFile } from './sealed-file.ts';

/**
 * Writes a backup into a database in which nothing is, brings that to this build's schema, and opens its vault.
 * @throws Error with words, before anything is written, when the file, the keys or the database are not fit for it
 */
export async function restore(path: string, source: DatabaseSource): Promise<Manifest> {
  // All of it is read before anything is written.
  const beginning = await readContents(unsealFile(path));
  refuseOtherBuild(beginning);
  refuseWithoutKey(beginning);
  const { db, pool, close } = await openAsItIs(source);
  try {
    await refuseFilled(db, beginning);
    await migrateTo(pool, beginning.migrations.length);
    const manifest = await loadContents(db, unsealFile(path));
    await migrate(pool);
    await openVault(db);
    return manifest;
  } finally {
    await close();
  }
}

function refuseOtherBuild({ migrations, version }: Beginning): void {
  const known = knownMigrations();
  if (migrations.every((made, index) => made === known[index])) return;
  throw new BackupUnusable(
    `The backup was made by Alta ${version}, of which this build does not know the schema. Restore it with that ` +
      'version or a newer one.',
  );
}

function refuseWithoutKey({ key }: Beginning): void {
  if (!vaultKeyOf(key)) throw new VaultKeyMissing(key);
}

async function refuseFilled(db: OpenDatabase['db'], { migrations }: Beginning): Promise<void> {
  const filled = await filledTables(db);
  const remedy = 'Name a new one in DATABASE_URL, or another DATA_DIR: nothing is overwritten.';
  if (filled.length > 0) {
    const some = filled.slice(0, 5).join(', ');
    throw new Error(`The database is not empty: there are rows in ${some}. ${remedy}`);
  }
  const applied = await migrationsOf(db);
  if (applied.length > 0 && applied.join() !== migrations.join())
    throw new Error(`The database has tables of another version than the backup. ${remedy}`);
}

/** Brings the schema to where it was when the backup was made. */
async function migrateTo(pool: OpenDatabase['pool'], count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'alta-migrations-'));
  try {
    cpSync(migrationsFolder, folder, { recursive: true });
    const journal = join(folder, 'meta/_journal.json');
    const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'));
    writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
    await migrate(pool, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
