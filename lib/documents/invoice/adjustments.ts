import Big from 'big.js';
import { fractionOf, money, sumOf, toCents } from './amount.ts';
import type { Adjustment, InvoiceInput } from './schema.ts';

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
