import { keyNoticeDays } from '#lib/limits.ts';
import type { Scope } from '#lib/scopes.ts';
import { dayMs } from '#lib/time.ts';

/** In days, or on a day of one's own. */
export const expiries = ['never', '30', '90', '365', 'date'] as const;
export type Expiry = (typeof expiries)[number];

const suggestedExpiry: Expiry = '365';

/** The instant from which a key is refused; undefined when it never is, `unusable` for a day that is over or none. */
export function endOf(expiry: Expiry, day: string, now: Date): Date | 'unusable' | undefined {
  if (expiry === 'never') return undefined;
  if (expiry !== 'date') return new Date(now.getTime() + Number(expiry) * dayMs);
  // The whole of the day that was chosen, as people here count it. There is no summer time.
  const end = new Date(`${day}T23:59:59-03:00`);
  return end > now ? end : 'unusable';
}

/** Whether a key opens the door, and whether that is about to end. */
export function stateOfKey(
  {
    expiresAt,
    replacedBy,
    revokedAt,
  }: { expiresAt: Date | null; replacedBy: string | null; revokedAt: Date | null },
  now: Date,
) {
  if (revokedAt) return 'revoked';
  if (!expiresAt) return 'active';
  if (expiresAt <= now) return 'expired';
  if (replacedBy) return 'replaced';
  return expiresAt.getTime() - now.getTime() < keyNoticeDays * dayMs ? 'expiring' : 'active';
}

/** The form of a new key, which `NewKey` parses on the server. */
interface KeyForm {
  name: string;
  access: 'everything' | 'chosen';
  scopes: Scope[];
  addresses: string;
  expiry: Expiry;
  day: string;
}

/** The form of a new key as it begins. */
export const begunKey: KeyForm = {
  name: '',
  access: 'everything',
  scopes: [],
  addresses: '',
  expiry: suggestedExpiry,
  day: '',
};
