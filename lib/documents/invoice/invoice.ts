import { z } from 'zod';
import { env } from '#lib/env.ts';
import { coded, parseDocument } from '../validation.ts';
import { completeInvoice, type Invoice, type Options } from './complete.ts';
import { type InvoiceInput, InvoiceShape } from './schema.ts';

export type { Invoice } from './complete.ts';
export type { InvoiceInput } from './schema.ts';

/** Creates a schema that completes an invoice, or reports an issue with code and path for each broken rule. */
const invoiceBuiltWith = (options: () => Options) =>
  InvoiceShape.transform((input, check): Invoice => {
    const completed = completeInvoice(input, options());
    if ('invoice' in completed) return completed.invoice;
    for (const { code, path, others, message, params } of completed.broken) {
      check.addIssue({ code: 'custom', path, message, params: { ...coded(code, params), others } });
    }
    return z.NEVER;
  });

/** Schema of the folder `invoices`. Its issue date is only checked on sending. */
export const InvoiceDocument = invoiceBuiltWith(() => optionsFrom({ isForSending: false }));

/**
 * Parses the shape alone: fields, types, amounts as text. Derives nothing and checks no rule of the
 * authority.
 * @throws AltaError `validation` with faults
 */
export const parseInvoice = (data: unknown): InvoiceInput => parseDocument(InvoiceShape, data, []);

/**
 * Derives missing members (date, class, codes, totals) and checks every rule that can be checked before
 * sending. Building the result again changes nothing, so it is checked once more on the day of sending.
 * @param options.now assumed time of sending (default: now). The issue date is checked against it, and
 * defaults to its day in Buenos Aires
 * @throws AltaError `validation`; each fault has the rule's code and the path of the field that breaks it
 */
export function buildInvoice(data: unknown, options: Partial<Options> = {}): Invoice {
  return parseDocument(
    invoiceBuiltWith(() => optionsFrom(options)),
    data,
    [],
  );
}

const optionsFrom = ({
  now = new Date(),
  isForSending = true,
  operatorLimits = env().ARCA_IDENTIFY_FROM,
}: Partial<Options>): Options => ({ now, isForSending, operatorLimits });
