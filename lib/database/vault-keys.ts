import { createSecretKey, randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import {
  type SealingKeys,
  seal,
  setSealingKeys,
  setVaultSecrets,
  unseal,
  unwrapDataKey,
  type VaultSecrets,
  vaultKeyOf,
  vaultKeys,
  wrapDataKey,
} from '#lib/vault.ts';
import type { Database, Transaction } from './client.ts';
import { installation, rowSealPlace } from './seal-places.ts';
import { vaultKeys as vaultKeyRows, vaultSecrets } from './tables/vault.ts';

type VaultKeyRow = typeof vaultKeyRows.$inferSelect;

/** Keys and secrets that a process needs before it seals or looks up anything. */
export interface VaultState {
  keys: SealingKeys;
  secrets: VaultSecrets;
}

/**
 * Reads the vault keys and secrets of the database. A new database starts with the first configured key.
 * @throws VaultKeyMissing if the database's current key is not configured here
 */
export async function openVault(db: Database): Promise<VaultState> {
  const [first] = vaultKeys();
  if (!first) throw new Error('There is no vault key.');
  // If several processes start at once, all use the key of the first one.
  if ((await readKeys(db)).length === 0)
    await db.insert(vaultKeyRows).values({ id: first.id, current: true }).onConflictDoNothing();
  const keys = await refreshVault(db);
  const secrets = await loadSecrets(db);
  setVaultSecrets(secrets);
  return { keys, secrets };
}

export function setVault({ keys, secrets }: VaultState): void {
  setSealingKeys(keys);
  setVaultSecrets(secrets);
}

/**
 * Reads the keys again, so that this process also uses a new key that another process has introduced.
 * @throws VaultKeyMissing if the current key is not configured here
 */
export async function refreshVault(db: Database): Promise<SealingKeys> {
  const rows = await readKeys(db);
  const { id: current } = currentOf(rows);
  if (!vaultKeyOf(current)) throw new VaultKeyMissing(current);
  const formerDataKeys = new Map<string, Buffer>();
  for (const { id, dataKey } of rows)
    if (dataKey) formerDataKeys.set(id, unwrapDataKey(dataKey, id, current));
  const keys = { current, formerDataKeys };
  setSealingKeys(keys);
  return keys;
}

/**
 * Makes the first configured key current, unless the database already knows it. One transaction rewraps the
 * data keys of all earlier vault keys, so that those vault keys are no longer needed. A former key never becomes
 * current again. If several processes start with different new keys, only the first one's becomes current.
 * @throws VaultKeyMissing if another process's key has become current and is not configured here
 */
export async function takeUpFirstKey(db: Database): Promise<void> {
  const { current } = await refreshVault(db);
  const [first] = vaultKeys();
  const storedKeys = await readKeys(db);
  if (!first || storedKeys.some(({ id }) => id === first.id)) return;
  await db.transaction(async (tx) => {
    const isStillCurrent = and(eq(vaultKeyRows.id, current), eq(vaultKeyRows.current, true));
    const former = await tx.update(vaultKeyRows).set({ current: false }).where(isStillCurrent).returning();
    if (former.length === 0) return;
    for (const { id } of await readKeys(tx))
      await tx
        .update(vaultKeyRows)
        .set({ dataKey: wrapDataKey(id, first.id) })
        .where(eq(vaultKeyRows.id, id));
    await tx.insert(vaultKeyRows).values({ id: first.id, current: true });
  });
  await refreshVault(db);
}

export class VaultKeyMissing extends Error {
  constructor(missing: string) {
    const configured = vaultKeys().map(({ id }) => id);
    super(
      `Secrets in this database are sealed under vault key ${missing}, which is not configured. ` +
        `Configured: ${configured.join(', ')}. Start with that key in ALTA_VAULT_KEY or ALTA_VAULT_KEY_FILE ` +
        '(docs/keys.md), or with the database that belongs to this one.',
    );
    this.name = 'VaultKeyMissing';
  }
}

/** The current key and earlier ones, oldest first. */
export const readKeys = (db: Database | Transaction): Promise<VaultKeyRow[]> =>
  db.select().from(vaultKeyRows).orderBy(vaultKeyRows.createdAt);

function currentOf(rows: VaultKeyRow[]): VaultKeyRow {
  const current = rows.find((row) => row.current);
  if (!current) throw new Error('The database has no current vault key.');
  return current;
}

async function loadSecrets(db: Database): Promise<VaultSecrets> {
  const find = () => db.select().from(vaultSecrets).where(eq(vaultSecrets.name, 'lookup'));
  let [stored] = await find();
  if (!stored) {
    const secretSealed = seal(randomBytes(32).toString('base64'), lookupPlace);
    await db.insert(vaultSecrets).values({ name: 'lookup', secretSealed }).onConflictDoNothing();
    [stored] = await find();
  }
  if (!stored) throw new Error('The database has no lookup secret.');
  const secret = unseal(stored.secretSealed, lookupPlace).toString();
  return { lookup: createSecretKey(Buffer.from(secret, 'base64')) };
}

const lookupPlace = rowSealPlace(vaultSecrets.secretSealed, installation, 'lookup');
