import Big from 'big.js';
import { adjust } from './adjustments.ts';
import type { Broken } from './broken.ts';
import type { InvoiceInput } from './schema.ts';

type Payment = InvoiceInput['payment'];

/** Due dates with their amounts: of one that is a percent of the whole, GOBL wants the amount too. */
export function calculatePayment(payment: Payment, payable: string): { payment: Payment; broken: Broken[] } {
  const dates = payment?.terms?.due_dates;
  if (!payment || !dates) return { payment, broken: [] };
  const calculated = dates.map((due, index) =>
    due.percent === undefined && due.amount === undefined
      ? { adjustment: due, broken: [] }
      : adjust(due, new Big(payable), ['payment', 'terms', 'due_dates', index]),
  );
  const due_dates = calculated.map(({ adjustment }) => adjustment);
  return {
    payment: { ...payment, terms: { ...payment.terms, due_dates } },
    broken: calculated.flatMap(({ broken }) => broken),
  };
}
