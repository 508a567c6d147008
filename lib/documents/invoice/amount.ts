import Big from 'big.js';
import { z } from 'zod';
import { tooLargeMessage } from './broken.ts';

/** A decimal number as GOBL writes it: digits and a point, no exponent, such as `1234.5`. */
export type Amount = string;

/** The authority's amounts have 13 digits before the point and 2 after it (manual of WSFEv1, FeDetReq). */
export const largestAmount = new Big('9999999999999.99');

/** Exactly, then to the cent; half goes to the even neighbour, as the authority rounds (10048). */
export const toCents = (exact: Big): Big => exact.round(2, Big.roundHalfEven);

/** `1234.50`, as money stands in the document. */
export const money = (cents: Big): Amount => cents.toFixed(2);

/** A price keeps the decimals that it came with, and has two at least. */
export const unitPrice = (price: Amount): Amount => (/\.\d{3,}$/.test(price) ? price : money(new Big(price)));

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
