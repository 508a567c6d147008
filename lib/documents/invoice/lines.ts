import Big from 'big.js';
import { adjust, totalOf } from './adjustments.ts';
import { largestAmount, money, toCents, unitPrice } from './amount.ts';
import { type Broken, tooLarge } from './broken.ts';
import type { LineInput } from './schema.ts';
import { comboOf, type VatTreatment } from './vat.ts';

/** A line as the document has it: quantity times price is `sum`; less discounts, plus charges, `total`. */
export type Line = LineInput & { i: number; sum: string; total: string };

/**
 * Every line is rounded to the cent before lines are added (GOBL's rounding `currency`), so that whoever adds up what
 * is printed gets what is owed.
 * @param treatment the line's VAT; none in class C.
 */
export function calculateLine(
  sent: LineInput,
  position: number,
  treatment: VatTreatment | undefined,
): { line: Line; total: Big; broken: Broken[] } {
  const sum = toCents(new Big(sent.quantity).times(sent.item.price));
  const discounts = (sent.discounts ?? []).map((discount) => adjust(discount, sum));
  const charges = (sent.charges ?? []).map((charge) => adjust(charge, sum));
  const total = sum.minus(totalOf(discounts)).plus(totalOf(charges));
  const line: Line = {
    ...sent,
    i: position + 1,
    item: { ...sent.item, price: unitPrice(sent.item.price) },
    sum: money(sum),
    ...(sent.discounts ? { discounts: discounts.map(({ adjustment }) => adjustment) } : {}),
    ...(sent.charges ? { charges: charges.map(({ adjustment }) => adjustment) } : {}),
    ...(treatment ? { taxes: sent.taxes?.map((combo) => comboOf(treatment, combo)) } : {}),
    total: money(total),
  };
  return {
    line,
    total,
    broken: [sum, total].some((amount) => amount.abs().gt(largestAmount))
      ? [tooLarge(['lines', position, 'total'])]
      : [],
  };
}
