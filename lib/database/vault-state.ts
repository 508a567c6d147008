import { createSecretKey, randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { replaceShared } from '#lib/shared.ts';
import { seal, setSealingKey, unseal, type VaultSecrets } from '#lib/vault.ts';
import { vaultKeyOf, vaultKeys } from '#lib/vault-keys.ts';
import type { Database } from './client.ts';
import { installation, placeIn, sealedColumns } from './sealed-columns.ts';
import { vaultKeys as keyRows, vaultSecrets } from './tables/vault.ts';

export type VaultKeyRow = typeof keyRows.$inferSelect;

/** What a process has to know of its database before it seals or looks up anything. */
export interface VaultState {
  sealingKey: string;
  secrets: VaultSecrets;
}

/**
 * Reads with which keys the database is sealed; a new one is begun with the first that is configured.
 * @throws VaultKeyMissing with the ids, when the database needs one that is not configured
 */
export async function openVault(db: Database): Promise<VaultState> {
  const [first] = vaultKeys();
  if (!first) throw new Error('There is no vault key.');
  if ((await readKeys(db)).length === 0) {
    // Of several that begin at once one is first; each gets the key of that one.
    await db
      .insert(keyRows)
      .values({ id: first.id, current: true, completeAt: new Date() })
      .onConflictDoNothing();
  }
  const { id: sealingKey } = currentOf(await readNeeded(db));
  setSealingKey(sealingKey);
  return setVault({ sealingKey, secrets: await loadSecrets(db) });
}

/**
 * Makes the first of the keys that are configured the current one, when the database does not know it yet. What is
 * sealed under those before is wrapped anew by rotation (rotate-vault.ts). Of several that come with new keys at once
 * one is first.
 * @throws VaultKeyMissing when it is another's that is not configured here
 */
export async function takeUpFirstKey(db: Database): Promise<void> {
  const [first] = vaultKeys();
  const known = await readKeys(db);
  if (first && !known.some(({ id }) => id === first.id)) {
    const isStill = and(eq(keyRows.id, currentOf(known).id), eq(keyRows.current, true));
    await db.transaction(async (tx) => {
      const former = await tx.update(keyRows).set({ current: false }).where(isStill).returning();
      if (former.length > 0) await tx.insert(keyRows).values({ id: first.id, current: true });
    });
  }
  await refreshVault(db);
}

/** From now on this process seals and looks up so. */
export function setVault(state: VaultState): VaultState {
  replaceShared('vault.secrets', state.secrets);
  setSealingKey(state.sealingKey);
  return state;
}

/** The database needs a key that is not configured here. */
export class VaultKeyMissing extends Error {
  constructor(missing: string[], configured: string[]) {
    super(
      `Secrets in this database are sealed under vault keys that are not configured: ${missing.join(', ')}. ` +
        `Configured: ${configured.join(', ')}. Start with all that it needs, in ALTA_VAULT_KEYS or ALTA_VAULT_KEYS_FILE ` +
        'with commas between them (docs/keys.md), or with the database that belongs to these.',
    );
    this.name = 'VaultKeyMissing';
  }
}

/**
 * Another process may have begun with a new key since: from here on this one seals under it, too.
 * @throws VaultKeyMissing when that is not configured here
 */
export async function refreshVault(db: Database): Promise<VaultKeyRow> {
  const current = currentOf(await readNeeded(db));
  setSealingKey(current.id);
  return current;
}

/** Has all that is sealed looked through once more: rotation believes that it is complete, and it is not. */
export const reopenRotation = async (db: Database): Promise<void> =>
  void (await db
    .update(keyRows)
    .set({ cleanSince: null, completeAt: null })
    .where(eq(keyRows.current, true)));

export const readKeys = (db: Database): Promise<VaultKeyRow[]> =>
  db.select().from(keyRows).orderBy(keyRows.createdAt);

async function readNeeded(db: Database): Promise<VaultKeyRow[]> {
  const needed = (await readKeys(db)).filter(({ unusedAt }) => !unusedAt);
  const missing = needed.filter(({ id }) => !vaultKeyOf(id)).map(({ id }) => id);
  if (missing.length > 0)
    throw new VaultKeyMissing(
      missing,
      vaultKeys().map(({ id }) => id),
    );
  return needed;
}

function currentOf(rows: VaultKeyRow[]): VaultKeyRow {
  const current = rows.find((row) => row.current);
  if (!current) throw new Error('The database has no current vault key.');
  return current;
}

async function loadSecrets(db: Database): Promise<VaultSecrets> {
  let stored = await db.select().from(vaultSecrets);
  if (stored.length === 0) {
    const rows = names.map((name) => ({ name, secretSealed: seal(newSecret(), placeOf(name)) }));
    await db.insert(vaultSecrets).values(rows).onConflictDoNothing();
    stored = await db.select().from(vaultSecrets);
  }
  const [lookup = '', login = ''] = names.map((name) => {
    const row = stored.find((each) => each.name === name);
    if (!row) throw new Error(`The database has no secret ${name} any more.`);
    return unseal(row.secretSealed, placeOf(name)).toString();
  });
  return { lookup: createSecretKey(Buffer.from(lookup, 'base64')), login };
}

const names = ['lookup', 'login'] as const;

const newSecret = () => randomBytes(32).toString('base64');
const placeOf = (name: string) => placeIn(sealedColumns.installationSecret, installation, name);
