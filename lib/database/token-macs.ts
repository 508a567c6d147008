import { timingSafeEqual } from 'node:crypto';
import { lookupHash } from '#lib/vault.ts';
import type { apiKeys, invitations } from './tables/accounts.ts';

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
