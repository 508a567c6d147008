import Big from 'big.js';
import { largestAmount, money } from '../amount.ts';
import { arcaRule, type Broken, broken, tooLarge } from '../broken.ts';
import type { Classified } from '../classification.ts';
import { identityOf, uncategorised } from '../customer.ts';
import type { Adjustment } from '../schema.ts';
import { isTaxCharge, type RateTotal, type Totals } from '../totals.ts';

/** The code with which the authority refuses an amount below zero, by what VAT it belongs to. */
const belowZero = { standard: 10020, zero: 10020, exempt: 10044, 'outside-scope': 10043 };

/**
 * What the authority asks of amounts that add up by construction: signs, sizes, and VAT where there is a base for it.
 * @param net what is sold without any tax; of class C the authority is told no more (10045).
 */
export function totalsRules(totals: Totals, net: Big): Broken[] {
  const rates = totals.taxes?.categories[0].rates ?? [];
  return [
    ...sizeRules(totals),
    ...rates.flatMap(rateRules),
    ...(totals.taxes ? [] : netRules(net)),
    ...vatRules(totals, rates),
  ];
}

const sizeRules = ({ sum, payable }: Totals): Broken[] =>
  Object.entries({ sum, payable }).flatMap(([name, amount]) =>
    new Big(amount).abs().gt(largestAmount) ? [tooLarge(['totals', name])] : [],
  );

function rateRules({ key, base }: RateTotal, index: number): Broken[] {
  if (!base.startsWith('-')) return [];
  const path = ['totals', 'taxes', 'categories', 0, 'rates', index, 'base'];
  return [
    broken(arcaRule(belowZero[key]), path, `is ${base}: what is taken off exceeds what is sold at this VAT`, {
      why: 'negative',
      amount: base,
    }),
  ];
}

function netRules(net: Big): Broken[] {
  if (!net.lt(0)) return [];
  const message = `is ${money(net)} without taxes: a refund is a credit note with amounts above zero`;
  return [broken(arcaRule(10045), ['totals', 'total'], message, { why: 'negative', amount: money(net) })];
}

/** 10018: without any VAT only the rate of 0 % may be listed, so a base of a cent or two at 21 % can not be sent. */
function vatRules({ tax }: Totals, rates: RateTotal[]): Broken[] {
  if (tax !== '0.00') return [];
  const lost = rates.filter(({ key, base }) => key === 'standard' && new Big(base).gt(0));
  return lost.length === 0
    ? []
    : [
        broken(
          arcaRule(10018),
          ['totals', 'tax'],
          'is 0.00, though there is VAT on it: the amount is too small',
          { why: 'small' },
        ),
      ];
}

/** 10067 */
export function uncategorisedRules(
  { invoice: { customer }, documentType }: Classified,
  charges: Adjustment[] = [],
): Broken[] {
  if (documentType.letter !== 'B' || identityOf(customer).number !== uncategorised) return [];
  if (charges.some((charge) => isTaxCharge(charge) && new Big(charge.amount ?? 0).gt(0))) return [];
  return [
    broken(
      arcaRule(10067),
      ['charges'],
      'must have the perception of VAT (tax type 13) for a customer in no category',
      { why: 'charge' },
    ),
  ];
}
