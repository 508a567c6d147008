import Big from 'big.js';
import { arcaRule, type Broken, broken } from './broken-rule.ts';
import type { Classified } from './classification.ts';
import { pesosForOne } from './currencies.ts';
import { identityOf } from './customer.ts';
import type { Totals } from './totals.ts';

/** An amount set by a resolution, in force from a day on. */
export interface AmountThreshold {
  /** First day in force. */
  from: string;
  pesos: string;
}

/**
 * Amounts from which a final consumer must be named: RG 1415, annex II, section A, title II, d, as amended by
 * `source`. The authority's manual does not state the amount in its rules 10014 and 10015.
 */
export const identificationThresholds: readonly (AmountThreshold & { source: string })[] = [
  { from: '2025-05-29', pesos: '10000000', source: 'RG 5700/2025' },
  { from: '2026-07-01', pesos: '10000000', source: 'RG 5866/2026' },
];

/** Amounts from which a MiPyME must bill a large company by FCE (docs/authority.md#credit-invoices). */
const creditInvoiceLimits: readonly (AmountThreshold & { source: string })[] = [
  { from: '2026-04-14', pesos: '5549862', source: 'Resolución 1/2026' },
];

/**
 * Amount from which a final consumer must be named on a day.
 * @param operatorLimits newer resolutions, set by the operator
 */
export const identificationThreshold = (
  day: string,
  operatorLimits: readonly AmountThreshold[] = [],
): string => inForce(day, [...identificationThresholds, ...operatorLimits])?.pesos ?? '0';

/** Amount from which credit invoices are required on a day, and the day it took effect. */
export const creditInvoiceThreshold = (
  day: string,
  operatorLimits: readonly AmountThreshold[] = [],
): AmountThreshold | undefined => inForce(day, [...creditInvoiceLimits, ...operatorLimits]);

function inForce(day: string, limits: readonly AmountThreshold[]): AmountThreshold | undefined {
  const byDay = limits.toSorted((one, other) => one.from.localeCompare(other.from));
  return byDay.findLast(({ from }) => from <= day) ?? byDay[0];
}

/** 10015: the authority requires an identified buyer from a certain amount in pesos. */
export function identificationRules(
  { invoice }: Classified,
  { payable }: Totals,
  { operatorLimits }: { operatorLimits: readonly AmountThreshold[] },
): Broken[] {
  const rate = pesosForOne(invoice);
  if (rate === undefined || identityOf(invoice.customer).type !== '99') return [];
  const threshold = identificationThreshold(invoice.issue_date, operatorLimits);
  if (new Big(payable).times(rate).lt(threshold)) return [];
  return [
    broken(
      arcaRule(10015),
      ['customer'],
      `must be identified for an amount of ${threshold} pesos or more: by a CUIT, or an identity such as a DNI or a passport`,
      { why: 'limit', least: threshold },
    ),
  ];
}
