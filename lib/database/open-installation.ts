import { env } from '#lib/env.ts';
import { loadVaultKeys } from '#lib/vault.ts';
import { type OpenDatabase, openDatabase, setDatabase } from './client.ts';
import { openVault } from './vault-keys.ts';

/**
 * Opens the configured database and its vault keys, and makes it the database of this process.
 * @throws Error if one of them is not configured, and what `openDatabase` throws
 */
export async function openInstallation(poolSize?: number): Promise<OpenDatabase> {
  const { DATABASE_URL, DATA_DIR, DATABASE_POOL_SIZE } = env();
  await loadVaultKeys();
  const opened = await openDatabase({
    url: DATABASE_URL,
    dataDir: DATA_DIR,
    poolSize: poolSize ?? DATABASE_POOL_SIZE,
  });
  try {
    await openVault(opened.db);
  } catch (error) {
    await opened.close();
    throw error;
  }
  setDatabase(opened);
  return opened;
}
