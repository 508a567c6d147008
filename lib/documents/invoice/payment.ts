import Big from 'big.js';
import { adjust } from './adjustments.ts';
import type { InvoiceInput } from './schema.ts';

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
