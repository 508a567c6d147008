import { eq } from 'drizzle-orm';
import { env } from '#lib/env.ts';
import { vaultKeyId } from '#lib/vault.ts';
import { type Database, type OpenDatabase, openDatabase, setDatabase } from './client.ts';
import { vaultKeys } from './tables/vault.ts';

/**
 * Opens the database that the environment names as this process's own, with the vault key that belongs to it.
 * @throws Error when that is not the key which is configured, or as `openDatabase`.
 */
export async function openInstallation(poolSize?: number): Promise<OpenDatabase> {
  const { DATABASE_URL, DATA_DIR, DATABASE_POOL_SIZE } = env();
  const ours = vaultKeyId();
  const opened = await openDatabase({
    url: DATABASE_URL,
    dataDir: DATA_DIR,
    poolSize: poolSize ?? DATABASE_POOL_SIZE,
  });
  try {
    const theirs = (await currentKey(opened.db)) ?? (await beginWith(opened.db, ours));
    if (theirs !== ours) throw otherKey(theirs, ours);
  } catch (error) {
    await opened.close();
    throw error;
  }
  setDatabase(opened);
  return opened;
}

async function currentKey(db: Database): Promise<string | undefined> {
  const [key] = await db.select().from(vaultKeys).where(eq(vaultKeys.current, true));
  return key?.id;
}

/** Of several that begin at once one is first; each gets the key of that one. */
async function beginWith(db: Database, id: string): Promise<string | undefined> {
  await db.insert(vaultKeys).values({ id, current: true }).onConflictDoNothing();
  return currentKey(db);
}

const otherKey = (theirs: string | undefined, ours: string): Error =>
  new Error(
    `The secrets in this database are sealed under the vault key with the id ${theirs}, and the one that is configured ` +
      `has the id ${ours}. Start with the key of the former, in ALTA_VAULT_KEY or ALTA_VAULT_KEY_FILE, ` +
      'or with the database of the latter.',
  );
