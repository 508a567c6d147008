/** What happened, and when. A fact is written once; another alias takes back what was done under the last. */
export interface RegistrationFacts {
  createdAt: Date;
  /** The supplier answered the first page of the wizard. */
  startedAt?: Date | undefined;
  detailsConfirmedAt?: Date | undefined;
  serviceEnabledAt?: Date | undefined;
  requestDownloadedAt?: Date | undefined;
  certificateReceivedAt?: Date | undefined;
  authorisationClaimedAt?: Date | undefined;
  delegationClaimedAt?: Date | undefined;
  /** The supplier said that they added one, or one appeared that was not there before. */
  pointOfSaleClaimedAt?: Date | undefined;
  authorisedAt?: Date | undefined;
  pointsOfSaleSettledAt?: Date | undefined;
  completedAt?: Date | undefined;
  revokedAt?: Date | undefined;
}

/**
 * The states of a registration with the fact that each is named after, from the weakest to the strongest. The column,
 * the timestamp on the wire, the audit action and the webhook of a state have its name, too. A state is derived, never
 * stored.
 */
export const factOf = {
  created: 'createdAt',
  started: 'startedAt',
  'details-confirmed': 'detailsConfirmedAt',
  'request-downloaded': 'requestDownloadedAt',
  'certificate-received': 'certificateReceivedAt',
  'delegation-claimed': 'delegationClaimedAt',
  /** No fact: the link's time is over. */
  expired: undefined,
  completed: 'completedAt',
  revoked: 'revokedAt',
} as const satisfies Record<string, keyof RegistrationFacts | undefined>;

export type RegistrationState = keyof typeof factOf;
export const registrationStates = Object.keys(factOf) as RegistrationState[];

export function stateOf(facts: RegistrationFacts, linkExpiresAt: Date, now: Date): RegistrationState {
  const holds = (state: RegistrationState) => {
    const fact = factOf[state];
    return fact ? facts[fact] !== undefined : linkExpiresAt <= now;
  };
  return registrationStates.findLast(holds) ?? 'created';
}

/** The states that the reports count, as stages: how far a registration got, whatever became of its link. */
export const stages = [
  'created',
  'started',
  'details-confirmed',
  'request-downloaded',
  'certificate-received',
  'completed',
] as const satisfies RegistrationState[];
export type Stage = (typeof stages)[number];

/** The stages of a registration that is not completed. */
export const openStages = stages.filter((stage) => stage !== 'completed');
export type OpenStage = (typeof openStages)[number];
