import type { Registration } from '#lib/registrations/registration.ts';

/** The points of sale that invoices can be issued with, as the authority last listed them. */
export const usablePoints = ({ pointsOfSale }: Pick<Registration, 'pointsOfSale'>) =>
  pointsOfSale.list.filter(({ usable }) => usable);
