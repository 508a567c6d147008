import type Big from 'big.js';
import { type Adjusted, adjust, totalOf } from './adjustments.ts';
import { fractionOf, money, sumOf, toCents } from './amount.ts';
import type { Adjustment } from './schema.ts';
import { type VatTreatment, vatRateExtension } from './vat.ts';

/** What all that is sold at one rate comes to; without `percent` for what is exempt or outside the VAT. */
export interface RateTotal {
  key: VatTreatment['key'];
  ext?: { [vatRateExtension]: string };
  base: string;
  percent?: string;
  amount: string;
}

/** In GOBL's shape: `total` is without VAT and with the other taxes, `payable` is everything. */
export type Totals = {
  sum: string;
  discount?: string;
  charge?: string;
  tax_included?: string;
  total: string;
  taxes?: { categories: [{ code: 'VAT'; rates: RateTotal[]; amount: string }]; sum: string };
  tax: string;
  total_with_tax: string;
  payable: string;
};

/** Something that VAT is reckoned on: a line, or a discount (below zero) or charge of the whole document. */
interface Part {
  amount: Big;
  treatment: VatTreatment | undefined;
}

interface Sold {
  lines: Part[];
  /** Each with its VAT; none in class C. */
  discounts: { sent: Adjustment; treatment: VatTreatment | undefined }[];
  charges: { sent: Adjustment; treatment: VatTreatment | undefined }[];
  pricesInclude: boolean;
}

export interface Calculated {
  totals: Totals;
  /** All that is sold, without VAT and without the other taxes. */
  net: Big;
  discounts: Adjusted<Adjustment>[];
  charges: Adjusted<Adjustment>[];
}

/** A tax other than VAT, which the authority lists apart: perceptions, gross income and the like. */
export const isTaxCharge = ({ key }: Pick<Adjustment, 'key'>): boolean => key === 'tax';

/**
 * Adds up the document. A percent of a discount or charge is of the sum of the lines; that of a tax charge is of the
 * net after them, without VAT.
 */
export function calculateTotals({ lines, pricesInclude, ...sold }: Sold): Calculated {
  const sum = sumOf(lines.map(({ amount }) => amount));
  const discounts = sold.discounts.map(({ sent }) => adjust(sent, sum));
  const plainCharges = new Map<number, Adjusted<Adjustment>>();
  for (const [index, { sent }] of sold.charges.entries()) {
    if (!isTaxCharge(sent)) plainCharges.set(index, adjust(sent, sum));
  }
  const rates = vatByRate(
    [
      ...lines,
      ...discounts.map(({ amount }, index) => partOf(amount.neg(), sold.discounts[index])),
      ...[...plainCharges].map(([index, { amount }]) => partOf(amount, sold.charges[index])),
    ],
    pricesInclude,
  );
  const vat = sumOf(rates.map(({ amount }) => amount));
  const discount = totalOf(discounts);
  const net = sum
    .minus(discount)
    .plus(totalOf([...plainCharges.values()]))
    .minus(pricesInclude ? vat : 0);
  const charges = sold.charges.map(({ sent }, index) => plainCharges.get(index) ?? adjust(sent, net));
  const taxCharges = charges.filter(({ adjustment }) => isTaxCharge(adjustment));
  const total = net.plus(totalOf(taxCharges));
  const payable = money(total.plus(vat));
  return {
    totals: {
      sum: money(sum),
      ...(discounts.length > 0 ? { discount: money(discount) } : {}),
      ...(charges.length > 0 ? { charge: money(totalOf(charges)) } : {}),
      ...(pricesInclude ? { tax_included: money(vat) } : {}),
      total: money(total),
      ...(rates.length > 0
        ? {
            taxes: {
              categories: [{ code: 'VAT', rates: rates.map(rateTotal), amount: money(vat) }],
              sum: money(vat),
            },
          }
        : {}),
      tax: money(vat),
      total_with_tax: payable,
      payable,
    },
    net,
    discounts,
    charges,
  };
}

const partOf = (amount: Big, sold: { treatment: VatTreatment | undefined } | undefined): Part => ({
  amount,
  treatment: sold?.treatment,
});

interface Rate {
  treatment: VatTreatment;
  base: Big;
  amount: Big;
}

/**
 * Base and VAT of each rate, in the order of their first appearance. Where prices include the VAT it is what is left
 * of the price, so that the price stays what it was: that is at most 0.0064 off base times rate, and the authority
 * bears 0.01 (10051).
 */
function vatByRate(parts: Part[], pricesInclude: boolean): Rate[] {
  const sums = new Map<VatTreatment, Big>();
  for (const { amount, treatment } of parts) {
    if (treatment) sums.set(treatment, sums.get(treatment)?.plus(amount) ?? amount);
  }
  return [...sums].map(([treatment, sum]) => {
    const fraction = fractionOf(treatment.percent ?? '0%');
    const base = pricesInclude ? toCents(sum.div(fraction.plus(1))) : sum;
    const amount = pricesInclude ? sum.minus(base) : toCents(sum.times(fraction));
    return { treatment, base, amount };
  });
}

const rateTotal = ({ treatment, base, amount }: Rate): RateTotal => ({
  key: treatment.key,
  ...(treatment.code ? { ext: { [vatRateExtension]: treatment.code } } : {}),
  base: money(base),
  ...(treatment.percent ? { percent: treatment.percent } : {}),
  amount: money(amount),
});
