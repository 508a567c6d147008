const soonMs = 14 * 86_400_000;

/** Whether a key opens the door, and whether that is about to end. */
export function stateOfKey(
  { expiresAt, revokedAt }: { expiresAt: Date | null; revokedAt: Date | null },
  now: Date,
) {
  if (revokedAt) return 'revoked';
  if (!expiresAt) return 'active';
  if (expiresAt <= now) return 'expired';
  return expiresAt.getTime() - now.getTime() < soonMs ? 'expiring' : 'active';
}
