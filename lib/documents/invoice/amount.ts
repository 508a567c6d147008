import Big from 'big.js';
import { z } from 'zod';
import { type Broken, tooLarge, tooLargeMessage } from './paper.ts';
import type { Adjustment, InvoiceInput, LineInput } from './schema.ts';
import { comboOf, type VatTreatment } from './vat.ts';

/** A decimal number as GOBL writes it: digits and a point, no exponent, such as `1234.5`. */
export type Amount = string;

/** The authority's amounts have 13 digits before the point and 2 after it (manual of WSFEv1, FeDetReq). */
export const largestAmount = new Big('9999999999999.99');

/** Exactly, then to the cent; half goes to the even neighbour, as the authority rounds (10048). */
export const toCents = (exact: Big): Big => exact.round(2, Big.roundHalfEven);

/** `1234.50`, as money stands in the document. */
export const money = (cents: Big): Amount => cents.toFixed(2);

/** A price keeps the decimals that it came with, and has two at least. */
const unitPrice = (price: Amount): Amount => (/\.\d{3,}$/.test(price) ? price : money(new Big(price)));

/** 0.21 of `21.0%`. */
export const fractionOf = (percent: string): Big => new Big(percent.slice(0, -1)).div(100);

export const sumOf = (amounts: Iterable<Big>): Big => {
  let sum = new Big(0);
  for (const amount of amounts) sum = sum.plus(amount);
  return sum;
};

const shapeMessage = 'must be a decimal number such as "1234.50"';

/**
 * A number sent as text, which is exact, or as a JSON number. A JSON number is binary: `0.1 + 0.2` arrives as
 * 0.30000000000000004, so only the 15 digits are read that a binary number keeps, as many as the authority's
 * largest amount has. Comes out without zeros that say nothing.
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
      check.addIssue({ code: 'custom', message: problem, params: { code: 'invalid-amount' } });
      return z.NEVER;
    });

interface DecimalText {
  sign: string;
  whole: string;
  fraction: string;
}

/** By hand, because an invoice has some tens of thousands of these. */
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

/** A quantity, a price for one, an exchange rate. */
export const Decimal = decimal(6);

/** What is paid: to the cent. */
export const Money = decimal(2);

/** What somebody may pay or be spared, never less than nothing. */
export const PositiveMoney = Money.refine((amount) => !amount.startsWith('-'), 'must not be negative');

/** `21.0%`. The sign is required: a bare 0.21 or 21 could be either. */
export const Percentage = z
  .string({ error: 'must be a percentage such as "21.0%"' })
  .regex(/^\d{1,3}(\.\d{1,4})?\s?%$/, 'must be a percentage such as "21.0%"')
  .transform((text) => `${new Big(text.slice(0, -1).trim()).toFixed()}%`);

/** A discount or charge with its amount calculated, to the cent. */
export interface Adjusted<T> {
  adjustment: T & { amount: string };
  amount: Big;
}

/** A percent of its base, or else of `of`; without a percent, the amount that was given. */
export function adjust<T extends Pick<Adjustment, 'base' | 'percent' | 'amount'>>(
  sent: T,
  of: Big,
): Adjusted<T> {
  const amount =
    sent.percent === undefined
      ? new Big(sent.amount ?? 0)
      : toCents(new Big(sent.base ?? of).times(fractionOf(sent.percent)));
  const base = sent.base === undefined ? {} : { base: money(new Big(sent.base)) };
  return { adjustment: { ...sent, ...base, amount: money(amount) }, amount };
}

export const totalOf = (adjusted: readonly { amount: Big }[]): Big =>
  sumOf(adjusted.map(({ amount }) => amount));

type Payment = InvoiceInput['payment'];

/** Due dates with their amounts: of one that is a percent of the whole, GOBL wants the amount too. */
export function calculatePayment(payment: Payment, payable: string): Payment {
  const dates = payment?.terms?.due_dates;
  if (!payment || !dates) return payment;
  const due_dates = dates.map((due) =>
    due.percent === undefined && due.amount === undefined ? due : adjust(due, new Big(payable)).adjustment,
  );
  return { ...payment, terms: { ...payment.terms, due_dates } };
}

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
