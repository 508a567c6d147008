import { z } from 'zod';
import { env } from '#lib/env.ts';
import { parseAt } from '../validation.ts';
import { completeInvoice, type Invoice, type Options } from './complete.ts';
import { type InvoiceInput, InvoiceShape } from './schema.ts';

export type { Invoice } from './complete.ts';
export type { InvoiceInput } from './schema.ts';

/** What was sent -> a whole document, or an issue for each broken rule with its code and path. */
const invoiceBuiltWith = (options: () => Options) =>
  InvoiceShape.transform((input, check): Invoice => {
    const completed = completeInvoice(input, options());
    if ('invoice' in completed) return completed.invoice;
    for (const { code, path, message, params } of completed.broken) {
      check.addIssue({ code: 'custom', path, message, params: { code, params } });
    }
    return z.NEVER;
  });

/** The document of the folder `invoices`, built on the day on which it comes. */
export const InvoiceDocument = invoiceBuiltWith(() => optionsFrom({}));

/**
 * The shape alone: fields, types, amounts as text. Nothing is derived, and no rule of the authority is asked.
 * @throws AltaError `validation` with faults
 */
export const parseInvoice = (data: unknown): InvoiceInput => parseAt(InvoiceShape, data, []);

/**
 * Derives what is missing (date, class, codes, totals) and checks every rule that can be judged before sending.
 * Building what it gave gives the same, so it may be asked again on the day of sending, whose date decides.
 * @param options.now the instant of building, and so of sending: the issue date is held against it, and is that day in
 * Buenos Aires when the sender named none.
 * @throws AltaError `validation`; each fault has the rule's code and the path of the field that breaks it.
 */
export function buildInvoice(data: unknown, options: Partial<Options> = {}): Invoice {
  return parseAt(
    invoiceBuiltWith(() => optionsFrom(options)),
    data,
    [],
  );
}

const optionsFrom = ({ now = new Date(), ownLimits = env().ARCA_IDENTIFY_FROM }: Partial<Options>) => ({
  now,
  ownLimits,
});
