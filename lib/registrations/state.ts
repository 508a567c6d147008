/**
 * Timestamps of a registration, each written once. Starting again under a new alias clears the steps done
 * with the old one.
 */
export interface RegistrationFacts {
  createdAt: Date;
  /** The supplier answered the wizard's first page. */
  startedAt?: Date | undefined;
  detailsConfirmedAt?: Date | undefined;
  serviceEnabledAt?: Date | undefined;
  requestDownloadedAt?: Date | undefined;
  certificateReceivedAt?: Date | undefined;
  authorisationClaimedAt?: Date | undefined;
  delegationClaimedAt?: Date | undefined;
  /** The supplier said that they added a point of sale, or a new one appeared. */
  pointOfSaleClaimedAt?: Date | undefined;
  authorisedAt?: Date | undefined;
  pointsOfSaleSettledAt?: Date | undefined;
  completedAt?: Date | undefined;
  revokedAt?: Date | undefined;
}

/**
 * States of a registration with their timestamps; a later state takes precedence over earlier ones. The
 * column, the API's timestamp, the audit action and the webhook event share the state's name. States are
 * derived, never stored.
 */
export const factOf = {
  created: 'createdAt',
  started: 'startedAt',
  'details-confirmed': 'detailsConfirmedAt',
  'request-downloaded': 'requestDownloadedAt',
  'certificate-received': 'certificateReceivedAt',
  'delegation-claimed': 'delegationClaimedAt',
  /** Derived from the expiry of the link; has no timestamp. */
  expired: undefined,
  completed: 'completedAt',
  revoked: 'revokedAt',
} as const satisfies Record<string, keyof RegistrationFacts | undefined>;

export type RegistrationState = keyof typeof factOf;
export const registrationStates = Object.keys(factOf) as RegistrationState[];

export function stateOf(facts: RegistrationFacts, linkExpiresAt: Date, now: Date): RegistrationState {
  const hasReached = (state: RegistrationState) => {
    const fact = factOf[state];
    return fact ? facts[fact] !== undefined : linkExpiresAt <= now;
  };
  return registrationStates.findLast(hasReached) ?? 'created';
}

/** States counted by the reports as stages: how far a registration got, regardless of its link. */
export const stages = [
  'created',
  'started',
  'details-confirmed',
  'request-downloaded',
  'certificate-received',
  'completed',
] as const satisfies RegistrationState[];
export type Stage = (typeof stages)[number];

export const openStages = stages.filter((stage) => stage !== 'completed');
export type OpenStage = (typeof openStages)[number];
