import { lacksPointOfSale } from '#lib/registrations/points-of-sale/usable.ts';
import type { Registration, RegistrationFacts } from '#lib/registrations/registration.ts';

type Fact = Exclude<
  keyof RegistrationFacts,
  'revokedAt' | 'authorisedAt' | 'authorisationClaimedAt' | 'pointOfSaleClaimedAt'
>;

export interface ProgressStep {
  fact: Fact;
  /** Its words: what completes a registration is another thing by each way. */
  text: Fact | 'grantedAt' | 'byEitherWayAt';
  at: Date | undefined;
  /**
   * `passed`: a later one came without it, as when the certificate came through the API.
   * `postponed`: the supplier left it for later, and it comes next.
   */
  status: 'done' | 'current' | 'postponed' | 'ahead' | 'passed';
}

const first = ['createdAt', 'begunAt', 'detailsConfirmedAt'] as const;
const orders = {
  certificate: [...first, 'serviceEnabledAt', 'requestDownloadedAt', 'certificateReceivedAt', 'completedAt'],
  delegation: [...first, 'delegationClaimedAt', 'completedAt'],
  undecided: [...first, 'completedAt'],
} as const satisfies Record<string, readonly Fact[]>;
const completion = {
  certificate: 'completedAt',
  delegation: 'grantedAt',
  undecided: 'byEitherWayAt',
} as const;

/** The way of a registration as a list, in the order of the wizard. */
export function progressOf(registration: Registration): ProgressStep[] {
  const { facts, environment, state, way = 'undecided' } = registration;
  const order: readonly Fact[] = orders[way];
  // In the sandbox any point of sale will do.
  const all = environment === 'live' ? [...order, 'pointsOfSaleSettledAt' as const] : order;
  const lacksPoint = lacksPointOfSale(registration);
  const last = order.findLastIndex((fact) => facts[fact]);
  return all.map((fact, index) => {
    const at = facts[fact];
    const text = fact === 'completedAt' ? completion[way] : fact;
    // What is on record counts, whoever looked at it.
    const isDone = fact === 'pointsOfSaleSettledAt' ? !lacksPoint : at !== undefined;
    if (isDone) return { fact, text, at, status: 'done' };
    if (index < last) return { fact, text, at, status: 'passed' };
    if (index > last + 1 || state === 'revoked') return { fact, text, at, status: 'ahead' };
    return { fact, text, at, status: at ? 'postponed' : 'current' };
  });
}
