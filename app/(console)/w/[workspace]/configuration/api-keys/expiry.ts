import { keyNoticeDays } from '#lib/limits.ts';
import type { Scope } from '#lib/scopes.ts';
import { dayMs } from '#lib/time.ts';

/** `never`, a number of days, or a chosen date. */
export const expiries = ['never', '30', '90', '365', 'date'] as const;
export type Expiry = (typeof expiries)[number];

const suggestedExpiry: Expiry = '365';

/** Expiry of a key: undefined for never, `unusable` for a past or invalid date. */
export function endOf(expiry: Expiry, day: string, now: Date): Date | 'unusable' | undefined {
  if (expiry === 'never') return undefined;
  if (expiry !== 'date') return new Date(now.getTime() + Number(expiry) * dayMs);
  // The chosen day is included, in Argentine time, which has no daylight saving.
  const end = new Date(`${day}T23:59:59-03:00`);
  return end > now ? end : 'unusable';
}

/** State of a key, including whether it is about to expire. */
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

/** Values of the new key's form; `NewKey` parses them on the server. */
interface KeyForm {
  name: string;
  access: 'everything' | 'chosen';
  scopes: Scope[];
  addresses: string;
  expiry: Expiry;
  day: string;
}

export const begunKey: KeyForm = {
  name: '',
  access: 'everything',
  scopes: [],
  addresses: '',
  expiry: suggestedExpiry,
  day: '',
};
