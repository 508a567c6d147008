import { timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { log } from '#lib/log.ts';
import { lookupHash, seal, unseal } from '#lib/vault.ts';
import type { Database, Transaction } from './client.ts';
import { installation, placeIn, sealedColumns } from './sealed-columns.ts';
import { apiKeys, invitations } from './tables/accounts.ts';
import { vaultSecrets } from './tables/vault.ts';

/*
 * What a token opens is bound to its hash under the installation's secret: who can write into the database, and knows
 * no secret, can neither make a row that opens anything nor have one open more.
 */

type KeyRow = typeof apiKeys.$inferSelect;
type Key = Pick<KeyRow, 'id' | 'workspaceId' | 'tokenHash' | 'scopes' | 'allowedAddresses' | 'expiresAt'>;

type InvitationRow = typeof invitations.$inferSelect;
type Invitation = Pick<InvitationRow, 'id' | 'workspaceId' | 'tokenHash' | 'role' | 'expiresAt'>;

export function macOfKey({ id, workspaceId, tokenHash, scopes, allowedAddresses, expiresAt }: Key): string {
  return lookupHash(
    'api-key',
    JSON.stringify([id, workspaceId, tokenHash, scopes, allowedAddresses, expiresAt]),
  );
}

export function macOfInvitation({ id, workspaceId, tokenHash, role, expiresAt }: Invitation): string {
  return lookupHash('invitation', JSON.stringify([id, workspaceId, tokenHash, role, expiresAt]));
}

export const isOurKey = (key: Key & Pick<KeyRow, 'tokenMac'>): boolean => isSame(key.tokenMac, macOfKey(key));

export const isOurInvitation = (invitation: Invitation & Pick<InvitationRow, 'tokenMac'>): boolean =>
  isSame(invitation.tokenMac, macOfInvitation(invitation));

function isSame(stored: string | null, mac: string): boolean {
  const [theirs, ours] = [Buffer.from(stored ?? ''), Buffer.from(mac)];
  return theirs.length === ours.length && timingSafeEqual(theirs, ours);
}

/**
 * Stands behind the secret that the MACs are made with, and is sealed with it: who takes it away takes the secret, by
 * which every link is found, too.
 */
export const macsMade = ' macs-made';
const isLookup = eq(vaultSecrets.name, 'lookup');
const placeOfLookup = placeIn(sealedColumns.installationSecret, installation, 'lookup');

/** Keys and invitations of a build that made no MACs get theirs, once; whatever has none after that opens nothing. */
export async function macTokensOnce(db: Database): Promise<void> {
  const taken = await db.transaction(async (tx) => {
    const [row] = await tx.select().from(vaultSecrets).where(isLookup).for('update');
    const secret = row && unseal(row.secretSealed, placeOfLookup).toString();
    if (!secret || secret.endsWith(macsMade)) return 0;
    const secretSealed = seal(secret + macsMade, placeOfLookup);
    await tx.update(vaultSecrets).set({ secretSealed }).where(isLookup);
    return macTokens(tx);
  });
  if (taken > 0) log().warn({ taken }, 'API keys and invitations of an earlier build were taken over');
}

async function macTokens(tx: Transaction): Promise<number> {
  const keys = await tx.select().from(apiKeys);
  for (const key of keys)
    await tx
      .update(apiKeys)
      .set({ tokenMac: macOfKey(key) })
      .where(eq(apiKeys.id, key.id));
  const invited = await tx.select().from(invitations);
  for (const invitation of invited)
    await tx
      .update(invitations)
      .set({ tokenMac: macOfInvitation(invitation) })
      .where(eq(invitations.id, invitation.id));
  return keys.length + invited.length;
}
