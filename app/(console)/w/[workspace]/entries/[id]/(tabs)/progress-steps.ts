import { lacksPointOfSale } from '#lib/registrations/points-of-sale/usable.ts';
import type { Registration, RegistrationFacts } from '#lib/registrations/registration.ts';

type Fact = Exclude<keyof RegistrationFacts, 'revokedAt' | 'authorisedAt' | `${string}ClaimedAt`>;

export interface ProgressStep {
  fact: Fact;
  at: Date | undefined;
  /**
   * `passed`: a later one came without it, as when the certificate came through the API.
   * `postponed`: the supplier left it for later, and it comes next.
   */
  status: 'done' | 'current' | 'postponed' | 'ahead' | 'passed';
}

const order: readonly Fact[] = [
  'createdAt',
  'begunAt',
  'detailsConfirmedAt',
  'serviceEnabledAt',
  'requestDownloadedAt',
  'certificateReceivedAt',
  'completedAt',
];

/** The way of a registration as a list, in the order of the wizard. */
export function progressOf(registration: Registration): ProgressStep[] {
  const { facts, environment, state } = registration;
  // In the sandbox any point of sale will do.
  const all = environment === 'live' ? [...order, 'pointsOfSaleSettledAt' as const] : order;
  const lacksPoint = lacksPointOfSale(registration);
  const last = order.findLastIndex((fact) => facts[fact]);
  return all.map((fact, index) => {
    const at = facts[fact];
    // What is on record counts, whoever looked at it.
    const isDone = fact === 'pointsOfSaleSettledAt' ? !lacksPoint : at !== undefined;
    if (isDone) return { fact, at, status: 'done' };
    if (index < last) return { fact, at, status: 'passed' };
    if (index > last + 1 || state === 'revoked') return { fact, at, status: 'ahead' };
    return { fact, at, status: at ? 'postponed' : 'current' };
  });
}
