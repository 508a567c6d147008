import type { PgBoss } from 'pg-boss';
import { type OpenDatabase, openDatabase, setDatabase } from '#lib/database/client.ts';
import { openVault, setVault, type VaultState } from '#lib/database/vault-keys.ts';
import { replaceProcessValue } from '#lib/process-values.ts';
import { startQueue } from '#lib/queue.ts';
import { createDatabase } from '#tests/support/postgres.ts';

/** A database with its queue and vault. The process can switch between several (`workIn`). */
export interface Installation {
  url: string;
  opened: OpenDatabase;
  boss: PgBoss;
  vault: VaultState;
}

/** Creates an installation and switches the process to it. */
export async function newInstallation(serverUrl: string): Promise<Installation> {
  const url = await createDatabase(serverUrl);
  const opened = await openDatabase({ url, dataDir: '' });
  setDatabase(opened);
  const vault = await openVault(opened.db);
  return { url, opened, boss: await startQueue(opened), vault };
}

export function workIn({ opened, boss, vault }: Installation): void {
  setDatabase(opened);
  replaceProcessValue('queue', boss);
  setVault(vault);
}
