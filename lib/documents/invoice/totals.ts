import Big from 'big.js';
import { type Adjusted, adjust, fractionOf, type Line, money, sumOf, toCents, totalOf } from './amount.ts';
import { isTaxCharge } from './extensions.ts';
import type { Adjustment } from './schema.ts';
import { treatmentOf, type VatTreatment, vatRateExtension } from './vat.ts';

/** Total of all sales at one VAT rate; without `percent` if exempt or outside VAT. */
export interface RateTotal {
  key: VatTreatment['key'];
  ext?: { [vatRateExtension]: string };
  base: string;
  percent?: string;
  amount: string;
}

/** In GOBL's shape: `total` is without VAT but with other taxes, `payable` is everything. */
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

/** An amount subject to VAT: a line, or a discount (negative) or charge of the whole document. */
interface Part {
  amount: Big;
  treatment: VatTreatment | undefined;
}

interface InvoiceSales {
  lines: Part[];
  /** An adjustment without a treatment is spread over the VAT rates of the lines. */
  discounts: { sent: Adjustment; treatment: VatTreatment | undefined }[];
  charges: { sent: Adjustment; treatment: VatTreatment | undefined }[];
  pricesInclude: boolean;
}

export interface Calculated {
  totals: Totals;
  /** Sales without VAT and without other taxes. */
  net: Big;
  discounts: Adjusted<Adjustment>[];
  charges: Adjusted<Adjustment>[];
}

/**
 * Adds up a document. The percent of a discount or charge applies to the sum of the lines. The percent of a
 * tax charge applies to the net amount without VAT, after discounts and charges.
 */
export function calculateTotals({ lines, pricesInclude, ...sold }: InvoiceSales): Calculated {
  const sum = sumOf(lines.map(({ amount }) => amount));
  const discounts = sold.discounts.map(({ sent }) => adjust(sent, sum));
  const plainCharges = new Map<number, Adjusted<Adjustment>>();
  for (const [index, { sent }] of sold.charges.entries()) {
    if (!isTaxCharge(sent)) plainCharges.set(index, adjust(sent, sum));
  }
  const bases = sumsByVat(lines);
  const partsOf = (amount: Big, treatment: VatTreatment | undefined): Part[] =>
    treatment ? [{ amount, treatment }] : spreadByVat(amount, bases);
  const rates = vatByRate(
    [
      ...lines,
      ...discounts.flatMap(({ amount }, index) => partsOf(amount.neg(), sold.discounts[index]?.treatment)),
      ...[...plainCharges].flatMap(([index, { amount }]) => partsOf(amount, sold.charges[index]?.treatment)),
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

/** Sums per VAT treatment, in order of first appearance. */
function sumsByVat(parts: readonly Part[]): Map<VatTreatment | undefined, Big> {
  const sums = new Map<VatTreatment | undefined, Big>();
  for (const { amount, treatment } of parts) {
    sums.set(treatment, sums.get(treatment)?.plus(amount) ?? amount);
  }
  return sums;
}

const cent = new Big('0.01');

/**
 * Spreads an amount over the VAT rates of the lines, in proportion to their sales. The parts are rounded down
 * to the cent; the remaining cents go to the parts with the largest remainders, so that the parts add up.
 */
function spreadByVat(amount: Big, bases: ReadonlyMap<VatTreatment | undefined, Big>): Part[] {
  const whole = sumOf(bases.values());
  const [first] = bases.keys();
  if (bases.size < 2 || whole.eq(0)) return [{ amount, treatment: first }];
  const parts = [...bases].map(([treatment, base]) => {
    const exact = amount.times(base).div(whole);
    const rounded = exact.round(2, Big.roundDown);
    const roundedDown = rounded.gt(exact) ? rounded.minus(cent) : rounded;
    return { treatment, amount: roundedDown, rest: exact.minus(roundedDown) };
  });
  const centsLeft = amount.minus(sumOf(parts.map((part) => part.amount))).div(cent);
  const byRemainder = [...parts].sort((one, other) => other.rest.cmp(one.rest));
  for (const part of byRemainder.slice(0, Number(centsLeft))) part.amount = part.amount.plus(cent);
  return parts;
}

/** Share of one VAT rate in a discount or charge of the whole document. */
export interface VatShare {
  key: VatTreatment['key'];
  percent?: string;
  /** Decimal, to the cent. */
  amount: string;
}

type Built = { lines: Line[] } & Partial<Record<'discounts' | 'charges', Adjustment[] | undefined>>;

/**
 * Shares by VAT rate of each discount and charge of a built invoice. A discount or charge has no shares if it
 * names its VAT, is a tax, or belongs to class C.
 */
export function vatSharesOf({
  lines,
  discounts = [],
  charges = [],
}: Built): Record<'discounts' | 'charges', VatShare[][]> {
  const isSpread = (item: Adjustment) => !item.taxes?.length && !isTaxCharge(item);
  const parts = [...discounts, ...charges].some(isSpread) ? lines.map(partOfLine) : [];
  const bases = sumsByVat(parts);
  const sharesOf = (item: Adjustment): VatShare[] =>
    isSpread(item)
      ? spreadByVat(new Big(item.amount ?? 0), bases).flatMap(({ treatment, amount }) =>
          treatment ? [shareOf(treatment, amount)] : [],
        )
      : [];
  return { discounts: discounts.map(sharesOf), charges: charges.map(sharesOf) };
}

function partOfLine({ total, taxes }: Line): Part {
  const found = treatmentOf(taxes, []);
  return { amount: new Big(total), treatment: 'treatment' in found ? found.treatment : undefined };
}

const shareOf = ({ key, percent }: VatTreatment, amount: Big): VatShare => ({
  key,
  ...(percent ? { percent } : {}),
  amount: money(amount),
});

interface Rate {
  treatment: VatTreatment;
  base: Big;
  amount: Big;
}

/**
 * Base and VAT per rate, in order of first appearance. If prices include VAT, the VAT is the price minus the
 * base, so that the price is preserved: it differs from base times rate by at most 0.0064, and the authority
 * tolerates 0.01 (10051).
 */
function vatByRate(parts: Part[], pricesInclude: boolean): Rate[] {
  return [...sumsByVat(parts)].flatMap(([treatment, sum]) => {
    if (!treatment) return [];
    const fraction = fractionOf(treatment.percent ?? '0%');
    const base = pricesInclude ? toCents(sum.div(fraction.plus(1))) : sum;
    const amount = pricesInclude ? sum.minus(base) : toCents(sum.times(fraction));
    return [{ treatment, base, amount }];
  });
}

const rateTotal = ({ treatment, base, amount }: Rate): RateTotal => ({
  key: treatment.key,
  ...(treatment.code ? { ext: { [vatRateExtension]: treatment.code } } : {}),
  base: money(base),
  ...(treatment.percent ? { percent: treatment.percent } : {}),
  amount: money(amount),
});
