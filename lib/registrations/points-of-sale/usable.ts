import type { PointOfSale } from '#lib/arca/list-points-of-sale.ts';
import type { Registration } from '../registration.ts';

/** The points of sale that invoices can be issued with, as the authority last listed them. */
export const usablePoints = ({ pointsOfSale }: Pick<Registration, 'pointsOfSale'>) =>
  pointsOfSale.list.filter(({ usable }) => usable);

/**
 * In live nothing is issued before a point of sale is on record; that the supplier left its page makes none. The
 * sandbox takes any number, whether it lists it or not.
 */
export const lacksPointOfSale = (registration: Pick<Registration, 'environment' | 'pointsOfSale'>): boolean =>
  registration.environment === 'live' && usablePoints(registration).length === 0;

export const invoicingStates = ['ready', 'no-point-of-sale'] as const;

/** Whether who has registered can issue invoices; undefined before they have. */
export const invoicingOf = (
  registration: Pick<Registration, 'environment' | 'pointsOfSale' | 'facts'>,
): (typeof invoicingStates)[number] | undefined => {
  if (!registration.facts.completedAt || registration.facts.revokedAt) return undefined;
  return lacksPointOfSale(registration) ? 'no-point-of-sale' : 'ready';
};

export type WhyUnusable = 'closed' | 'blocked' | 'other-system';

/** Why a point of sale can not be used, by what the authority says of it. */
export const whyUnusable = ({ closedOn, blocked }: Pick<PointOfSale, 'closedOn' | 'blocked'>): WhyUnusable =>
  closedOn ? 'closed' : blocked ? 'blocked' : 'other-system';
