import Big from 'big.js';
import { z } from 'zod';
import { coded } from '../validation.ts';
import { type Broken, tooLarge, tooLargeMessage } from './broken-rule.ts';
import { hasStatedAmount } from './extensions.ts';
import type { Adjustment, InvoiceInput, LineInput } from './schema.ts';
import { comboOf, type VatTreatment } from './vat.ts';

/** A decimal number as in GOBL: digits and a point, no exponent, such as `1234.5`. */
export type Amount = string;

/** The authority's amounts have at most 13 digits before the point and 2 after it (manual of WSFEv1, FeDetReq). */
export const maxAmount = new Big('9999999999999.99');

/** Rounds to the cent, half to even, as the authority does (10048). */
export const toCents = (exact: Big): Big => exact.round(2, Big.roundHalfEven);

/** `1234.50`, the format of money in the document. */
export const money = (cents: Big): Amount => cents.toFixed(2);

/** Pads a price to at least two decimals; further decimals stay. */
const unitPrice = (price: Amount): Amount => (/\.\d{3,}$/.test(price) ? price : money(new Big(price)));

/** `21.0%` -> 0.21 */
export const fractionOf = (percent: string): Big => new Big(percent.slice(0, -1)).div(100);

export const sumOf = (amounts: Iterable<Big>): Big => {
  let sum = new Big(0);
  for (const amount of amounts) sum = sum.plus(amount);
  return sum;
};

const shapeMessage = 'must be a decimal number such as "1234.50"';

/**
 * A number sent as text, or as a JSON number. Text is exact; a JSON number is binary, so `0.1 + 0.2` arrives
 * as 0.30000000000000004. Only its first 15 digits are read: a binary number preserves that many, and the
 * authority's largest amount has that many. Superfluous zeros are removed.
 */
const decimal = (decimals: number) =>
  z
    .union([z.string(), z.number()], {
      error: ({ input }) => (input === undefined ? 'is required' : shapeMessage),
    })
    .transform((sent, check): Amount => {
      const read = readDecimal(
        typeof sent === 'number' ? new Big(sent.toPrecision(15)).toFixed() : sent.trim(),
      );
      const problem = problemOf(read, decimals);
      if (read && !problem) return writeDecimal(read);
      check.addIssue({ code: 'custom', message: problem, params: coded('invalid-amount') });
      return z.NEVER;
    });

interface DecimalText {
  sign: string;
  whole: string;
  fraction: string;
}

/** Does without Big, for speed: an invoice may have tens of thousands of numbers. */
function readDecimal(text: string): DecimalText | undefined {
  if (text.length > 60) return undefined;
  const [found, sign = '', whole = '', fraction = ''] = /^(-?)0*(\d+)(?:\.(?=\d)(\d*?)0*)?$/.exec(text) ?? [];
  return found === undefined ? undefined : { sign, whole, fraction };
}

function problemOf(read: DecimalText | undefined, decimals: number): string | undefined {
  if (!read) return shapeMessage;
  if (read.whole.length > 13) return tooLargeMessage;
  return read.fraction.length > decimals ? `has more than ${decimals} decimals` : undefined;
}

const writeDecimal = ({ sign, whole, fraction }: DecimalText): Amount =>
  fraction ? `${sign}${whole}.${fraction}` : whole === '0' ? whole : `${sign}${whole}`;

/** A quantity, unit price or exchange rate. */
export const Decimal = decimal(6);

/** An amount of money, to the cent. */
export const Money = decimal(2);

/** An amount of money that may not be negative. */
export const NonNegativeMoney = Money.refine((amount) => !amount.startsWith('-'), 'must not be negative');

/** `21.0%`. The percent sign is required, since 0.21 or 21 alone would be ambiguous. */
export const Percentage = z
  .string({ error: 'must be a percentage such as "21.0%"' })
  .regex(/^\d{1,3}(\.\d{1,4})?\s?%$/, 'must be a percentage such as "21.0%"')
  .transform((text) => `${new Big(text.slice(0, -1).trim()).toFixed()}%`);

/** A discount or charge with its calculated amount, to the cent. */
export interface Adjusted<T> {
  adjustment: T & { amount: string };
  amount: Big;
}

/**
 * Calculates a discount or charge: its percent of its base (by default `defaultBase`), unless its amount is
 * fixed or stated.
 */
export function adjust<T extends Pick<Adjustment, 'base' | 'percent' | 'amount' | 'ext'>>(
  sent: T,
  defaultBase: Big,
): Adjusted<T> {
  const amount =
    sent.percent === undefined || hasStatedAmount(sent)
      ? new Big(sent.amount ?? 0)
      : toCents(new Big(sent.base ?? defaultBase).times(fractionOf(sent.percent)));
  const base = sent.base === undefined ? {} : { base: money(new Big(sent.base)) };
  return { adjustment: { ...sent, ...base, amount: money(amount) }, amount };
}

export const totalOf = (adjusted: readonly { amount: Big }[]): Big =>
  sumOf(adjusted.map(({ amount }) => amount));

type Payment = InvoiceInput['payment'];

/** Fills in the amounts of due dates: GOBL requires the amount even where a percent is given. */
export function calculatePayment(payment: Payment, payable: string): Payment {
  const dates = payment?.terms?.due_dates;
  if (!payment || !dates) return payment;
  const due_dates = dates.map((due) =>
    due.percent === undefined && due.amount === undefined ? due : adjust(due, new Big(payable)).adjustment,
  );
  return { ...payment, terms: { ...payment.terms, due_dates } };
}

/** A calculated line: `sum` is quantity times price, `total` is `sum` less discounts plus charges. */
export type Line = LineInput & { i: number; sum: string; total: string };

/**
 * Calculates a line. Each line is rounded to the cent before lines are added (GOBL's rounding `currency`), so
 * that the printed lines add up to the amount owed.
 * @param treatment the line's VAT; undefined in class C
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
    broken: [sum, total].some((amount) => amount.abs().gt(maxAmount))
      ? [tooLarge(['lines', position, 'total'])]
      : [],
  };
}
