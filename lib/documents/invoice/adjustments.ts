import Big from 'big.js';
import { fractionOf, money, sumOf, toCents } from './amount.ts';
import { type Broken, broken } from './broken.ts';
import type { Adjustment } from './schema.ts';

/** A discount or charge with its amount calculated, to the cent. */
export interface Adjusted<T> {
  adjustment: T & { amount: string };
  amount: Big;
  broken: Broken[];
}

/** A percent of its base, or else of `of`; without a percent, the amount that was sent. */
export function adjust<T extends Pick<Adjustment, 'base' | 'percent' | 'amount'>>(
  sent: T,
  of: Big,
  path: (string | number)[],
): Adjusted<T> {
  const amount =
    sent.percent === undefined
      ? new Big(sent.amount ?? 0)
      : toCents(new Big(sent.base ?? of).times(fractionOf(sent.percent)));
  const base = sent.base === undefined ? {} : { base: money(new Big(sent.base)) };
  return {
    adjustment: { ...sent, ...base, amount: money(amount) },
    amount,
    broken: differing(sent.amount, amount, [...path, 'amount']),
  };
}

export const totalOf = (adjusted: readonly { amount: Big }[]): Big =>
  sumOf(adjusted.map(({ amount }) => amount));

/** A sent number that is another than the calculated one. */
export function differing(sent: string | undefined, calculated: Big, path: (string | number)[]): Broken[] {
  if (sent === undefined || calculated.eq(sent)) return [];
  return [broken('amount-mismatch', path, `is ${sent}, but the document adds up to ${money(calculated)}`)];
}
