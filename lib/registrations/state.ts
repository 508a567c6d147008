import type { RegistrationFacts, RegistrationState } from './registration.ts';

/** The one state that the facts add up to. The strongest fact comes first. */
export function stateOf(facts: RegistrationFacts, linkExpiresAt: Date, now: Date): RegistrationState {
  if (facts.revokedAt) return 'revoked';
  if (facts.completedAt) return 'completed';
  if (linkExpiresAt <= now) return 'expired';
  if (facts.certificateReceivedAt) return 'awaiting-authorisation';
  if (facts.requestDownloadedAt) return 'awaiting-certificate';
  if (facts.detailsConfirmedAt) return 'details';
  if (facts.openedAt) return 'opened';
  return 'sent';
}
