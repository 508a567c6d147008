import type { Registration, RegistrationFacts } from '#lib/registrations/registration.ts';

type Fact = Exclude<keyof RegistrationFacts, 'revokedAt' | 'authorisedAt'>;

export interface ProgressStep {
  fact: Fact;
  at: Date | undefined;
  /** `passed`: a later one came without it, as when the certificate came through the API. */
  status: 'done' | 'current' | 'ahead' | 'passed';
}

const order: readonly Fact[] = [
  'createdAt',
  'openedAt',
  'detailsConfirmedAt',
  'serviceEnabledAt',
  'requestDownloadedAt',
  'certificateReceivedAt',
  'completedAt',
];

/** The way of a registration as a list, in the order of the wizard. */
export function progressOf({ facts, environment, state, pointsOfSale }: Registration): ProgressStep[] {
  // In the sandbox any point of sale will do.
  const all = environment === 'live' ? [...order, 'pointsOfSaleSettledAt' as const] : order;
  const last = all.findLastIndex((fact) => facts[fact]);
  return all.map((fact, index) => {
    const at = facts[fact];
    // One that is on record is there, whoever looked at it.
    const isOnRecord = fact === 'pointsOfSaleSettledAt' && pointsOfSale.list.some(({ usable }) => usable);
    if (at || isOnRecord) return { fact, at, status: 'done' };
    if (index < last) return { fact, at, status: 'passed' };
    return { fact, at, status: index === last + 1 && state !== 'revoked' ? 'current' : 'ahead' };
  });
}
