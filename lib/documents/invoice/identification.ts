import Big from 'big.js';
import type { Classified } from './classification.ts';
import { pesosForOne } from './currencies.ts';
import { identityOf } from './customer.ts';
import { arcaRule, type Broken, broken } from './paper.ts';
import type { Totals } from './totals.ts';

/** From a day on, an amount that a resolution sets: from it on a final consumer must be named, for one. */
export interface IdentificationLimit {
  /** The first day on which it holds. */
  from: string;
  pesos: string;
}

/**
 * RG 1415, annex II, section A, title II, d, by the resolution that last wrote it. The authority's manual leaves the
 * amount open (10014, 10015).
 */
export const identificationLimits: readonly (IdentificationLimit & { source: string })[] = [
  { from: '2025-05-29', pesos: '10000000', source: 'RG 5700/2025' },
  { from: '2026-07-01', pesos: '10000000', source: 'RG 5866/2026' },
];

/** From which amount on a MiPyME bills a large company by FCE (docs/authority.md#credit-invoices). */
const creditInvoiceLimits: readonly (IdentificationLimit & { source: string })[] = [
  { from: '2026-04-14', pesos: '5549862', source: 'Resolución 1/2026' },
];

/** The amount that is in force on a day; an operator may know of one that this release does not. */
export const identifyFrom = (day: string, own: readonly IdentificationLimit[] = []): string =>
  inForce(day, [...identificationLimits, ...own])?.pesos ?? '0';

/** The same of credit invoices, with the day since when it is. */
export const creditInvoiceFrom = (
  day: string,
  own: readonly IdentificationLimit[] = [],
): IdentificationLimit | undefined => inForce(day, [...creditInvoiceLimits, ...own]);

function inForce(day: string, limits: readonly IdentificationLimit[]): IdentificationLimit | undefined {
  const byDay = limits.toSorted((one, other) => one.from.localeCompare(other.from));
  return byDay.findLast(({ from }) => from <= day) ?? byDay[0];
}

/** 10015: from a certain amount in pesos the authority wants to know who buys. */
export function identificationRules(
  { invoice }: Classified,
  { payable }: Totals,
  { ownLimits }: { ownLimits: readonly IdentificationLimit[] },
): Broken[] {
  const rate = pesosForOne(invoice);
  if (rate === undefined || identityOf(invoice.customer).type !== '99') return [];
  const least = identifyFrom(invoice.issue_date, ownLimits);
  if (new Big(payable).times(rate).lt(least)) return [];
  return [
    broken(
      arcaRule(10015),
      ['customer'],
      `must be identified from ${least} pesos on: a CUIT, or an identity such as a DNI or a passport`,
      { why: 'limit', least },
    ),
  ];
}
