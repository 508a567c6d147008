import Big from 'big.js';
import { type Line, maxAmount, money } from './amount.ts';
import { arcaRule, type Broken, broken, tooLarge } from './broken-rule.ts';
import type { Classified } from './classification.ts';
import { identityOf, uncategorised } from './customer.ts';
import { documentClasses } from './document-types.ts';
import { isTaxCharge, taxTypeExtension } from './extensions.ts';
import type { Adjustment } from './schema.ts';
import type { RateTotal, Totals } from './totals.ts';
import type { VatTreatment } from './vat.ts';

/** The authority's code for a negative amount, by VAT treatment. */
const negativeAmountCodes = { standard: 10020, zero: 10020, exempt: 10044, 'outside-scope': 10043 };

/** Calculated parts of an invoice. */
interface InvoiceSums {
  lines: Line[];
  discounts?: Adjustment[] | undefined;
  totals: Totals;
}
type TreatmentLists = Record<'lines' | 'discounts', (VatTreatment | undefined)[]>;

/**
 * Rules of the authority for calculated amounts: signs, sizes, and VAT wherever there is a base for it.
 * @param net sales without any tax; in class C this is the only amount besides other taxes (10045)
 */
export function totalsRules(summed: InvoiceSums, treated: TreatmentLists, net: Big): Broken[] {
  const { totals } = summed;
  const rates = totals.taxes?.categories[0].rates ?? [];
  return [
    ...sizeRules(totals),
    ...rates.flatMap((rate, index) => rateRules(rate, index, summed, treated)),
    ...(totals.taxes ? [] : netRules(net, summed)),
    ...vatRules(totals, rates),
  ];
}

/**
 * A line's discounts may not exceed the line. A line with a negative price, which reduces the invoice, must
 * stay negative.
 */
export function lineRules(
  { lines }: Pick<InvoiceSums, 'lines'>,
  treated: Pick<TreatmentLists, 'lines'>,
): Broken[] {
  return lines.flatMap(({ sum, total, discounts = [] }, index) => {
    const hasSignChanged = new Big(sum).times(total).lt(0) || (Number(sum) === 0 && total.startsWith('-'));
    if (discounts.length === 0 || !hasSignChanged) return [];
    const key = treated.lines[index]?.key;
    const path = ['lines', index, 'discounts', 0, amountFieldOf(discounts[0])];
    const message = `exceeds the amount of the line, which is ${sum}`;
    return [
      broken(arcaRule(key ? negativeAmountCodes[key] : 10045), path, message, {
        why: 'discount',
        amount: sum,
      }),
    ];
  });
}

/** Discounts and charges without a VAT rate are spread over the lines, so the lines must not add up to zero. */
export function spreadRules(
  { discounts = [], charges = [], totals }: InvoiceSums & { charges?: Adjustment[] | undefined },
  treated: Pick<TreatmentLists, 'lines'>,
): Broken[] {
  if (Number(totals.sum) !== 0 || new Set(treated.lines).size < 2) return [];
  return Object.entries({ discounts, charges }).flatMap(([list, items]) =>
    items.flatMap((item, index) => {
      const isSpread = !item.taxes?.length && !isTaxCharge(item) && Number(item.amount) !== 0;
      const message = 'is required: the lines add up to zero, so the charge can not be spread over them';
      return isSpread ? [broken('vat-required', [list, index, 'taxes'], message, { why: 'nothing' })] : [];
    }),
  );
}

const amountFieldOf = (adjustment: Pick<Adjustment, 'percent'> | undefined) =>
  adjustment?.percent === undefined ? 'amount' : 'percent';

const sizeRules = ({ sum, payable }: Totals): Broken[] =>
  Object.entries({ sum, payable }).flatMap(([name, amount]) =>
    new Big(amount).abs().gt(maxAmount) ? [tooLarge(['totals', name])] : [],
  );

/** Path of the field that makes a base negative: price or quantity of a line, else the first discount. */
function negativeBasePath(
  { lines, discounts = [] }: InvoiceSums,
  isIncluded: (list: keyof TreatmentLists, index: number) => boolean,
): Broken['path'] | undefined {
  const line = lines.findIndex(({ total }, index) => total.startsWith('-') && isIncluded('lines', index));
  if (line >= 0) {
    const isQuantity = lines[line]?.quantity.startsWith('-');
    return ['lines', line, ...(isQuantity ? ['quantity'] : ['item', 'price'])];
  }
  const discount = discounts.findIndex((_, index) => isIncluded('discounts', index));
  return discount >= 0 ? ['discounts', discount, amountFieldOf(discounts[discount])] : undefined;
}

function rateRules(
  { key, percent, base }: RateTotal,
  index: number,
  summed: InvoiceSums,
  treated: TreatmentLists,
): Broken[] {
  if (!base.startsWith('-')) return [];
  const path = negativeBasePath(summed, (list, position) => {
    const treatment = treated[list][position];
    return !treatment || (treatment.key === key && treatment.percent === percent);
  }) ?? ['totals', 'taxes', 'categories', 0, 'rates', index, 'base'];
  return [
    broken(
      arcaRule(negativeAmountCodes[key]),
      path,
      `exceeds the sales at this VAT rate: its base would be ${base}`,
      {
        why: 'negative',
        amount: base,
      },
    ),
  ];
}

function netRules(net: Big, summed: InvoiceSums): Broken[] {
  if (!net.lt(0)) return [];
  const path = negativeBasePath(summed, () => true) ?? ['totals', 'total'];
  const message = `makes the net amount ${money(net)}: use a credit note with positive amounts for a refund`;
  return [broken(arcaRule(10045), path, message, { why: 'negative', amount: money(net) })];
}

/**
 * 10018: if the total VAT is 0.00, only the 0 % rate may be listed. A base of a cent or two at 21 % cannot be
 * sent.
 */
function vatRules({ tax }: Totals, rates: RateTotal[]): Broken[] {
  if (tax !== '0.00') return [];
  const lost = rates.filter(({ key, base }) => key === 'standard' && new Big(base).gt(0));
  return lost.length === 0
    ? []
    : [
        broken(arcaRule(10018), ['totals', 'tax'], 'is 0.00 but has VAT: the amount is too small', {
          why: 'small',
        }),
      ];
}

/** Perception of VAT of a customer without a VAT category (RG 2126/2006). */
const uncategorisedPerception = '13';

/**
 * A customer without a VAT category pays a perception of VAT on what is taxed. Without any other tax the
 * authority refuses the document (10067); with another one instead of the perception it authorizes it with a
 * remark (10283). Alta refuses that too, except for a credit note, which has the taxes of its invoice.
 */
export function uncategorisedRules(
  { invoice: { customer, type }, documentType }: Classified,
  { charges = [], totals }: { charges?: Adjustment[] | undefined; totals: Totals },
): Broken[] {
  const { paysPerception } = documentClasses[documentType.letter].receiver;
  const isInvoiceOrNote = documentType.form === undefined;
  const rates = totals.taxes?.categories[0].rates ?? [];
  const isTaxed = rates.some(({ ext, base }) => ext && new Big(base).gt(0));
  if (!paysPerception || !isInvoiceOrNote || !isTaxed) return [];
  if (identityOf(customer).number !== uncategorised) return [];
  const taxes = charges.filter((charge) => isTaxCharge(charge) && new Big(charge.amount ?? 0).gt(0));
  if (taxes.some(({ ext }) => ext?.[taxTypeExtension] === uncategorisedPerception)) return [];
  if (taxes.length > 0 && type === 'credit-note') return [];
  return [
    broken(
      arcaRule(taxes.length > 0 ? 10283 : 10067),
      ['charges'],
      'must include the perception of VAT (tax type 13), because the customer has no VAT category',
      { why: 'charge' },
    ),
  ];
}
