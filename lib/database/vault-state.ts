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
import { installation, placeIn } from './sealed.ts';
import { vaultKeys as vaultKeyRows, vaultSecrets } from './tables/vault.ts';

type VaultKeyRow = typeof vaultKeyRows.$inferSelect;

/** What a process has to know of its database before it seals or looks up anything. */
export interface VaultState {
  keys: SealingKeys;
  secrets: VaultSecrets;
}

/**
 * Reads with which keys the database is sealed; a new one is begun with the first that is configured.
 * @throws VaultKeyMissing with the ids, when the database's current key is not configured here
 */
export async function openVault(db: Database): Promise<VaultState> {
  const [first] = vaultKeys();
  if (!first) throw new Error('There is no vault key.');
  // Several may begin at once: one is first, and each gets that one's key.
  if ((await readKeys(db)).length === 0)
    await db.insert(vaultKeyRows).values({ id: first.id, current: true }).onConflictDoNothing();
  const keys = await refreshVault(db);
  const secrets = await loadSecrets(db);
  setVaultSecrets(secrets);
  return { keys, secrets };
}

/** From now on this process seals and looks up so. */
export function setVault({ keys, secrets }: VaultState): void {
  setSealingKeys(keys);
  setVaultSecrets(secrets);
}

/**
 * Another process may have begun with a new key since: from here on this one seals under it, too.
 * @throws VaultKeyMissing when that is not configured here
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
 * Makes the first of the keys that are configured the current one, when the database does not know it yet: in one
 * transaction it takes the data keys of all before under itself, and from then on none of those is needed. A key that
 * was current once does not become so again. Of several that come with new keys at once one is first.
 * @throws VaultKeyMissing when the current one is another's that is not configured here
 */
export async function takeUpFirstKey(db: Database): Promise<void> {
  const { current } = await refreshVault(db);
  const [first] = vaultKeys();
  const known = await readKeys(db);
  if (!first || known.some(({ id }) => id === first.id)) return;
  await db.transaction(async (tx) => {
    const isStill = and(eq(vaultKeyRows.id, current), eq(vaultKeyRows.current, true));
    const former = await tx.update(vaultKeyRows).set({ current: false }).where(isStill).returning();
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

/** The database's current key is not configured here. */
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

/** The current one and those before it, the oldest first. */
export const readKeys = (db: Database | Transaction): Promise<VaultKeyRow[]> =>
  db.select().from(vaultKeyRows).orderBy(vaultKeyRows.createdAt);

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
const placeOf = (name: string) => placeIn(vaultSecrets.secretSealed, installation, name);
