import type { Document } from '../envelope.ts';
import { type DocumentType, documentType } from './document-types.ts';
import { documentTypeExtension } from './extensions.ts';

/** What tells one invoice from another. A document that came in another way may lack any of it. */
export interface InvoiceSummary {
  series: string;
  /** Its number; empty until it is issued. */
  code: string;
  type: DocumentType | undefined;
  supplier: { name: string; cuit: string };
  customer: string;
  /** Their tax code; of a list it is not known. */
  customerCode?: string;
  /** What is to be paid, as a decimal. */
  total: string;
  currency: string;
  /** ISO date. */
  issueDate: string;
}

export function summaryOf(doc: Document): InvoiceSummary {
  const [supplier, tax, totals] = [membersOf(doc.supplier), membersOf(doc.tax), membersOf(doc.totals)];
  return {
    series: textOf(doc.series),
    code: textOf(doc.code),
    type: documentType(textOf(membersOf(tax.ext)[documentTypeExtension])),
    supplier: { name: textOf(supplier.name), cuit: textOf(membersOf(supplier.tax_id).code) },
    customer: textOf(membersOf(doc.customer).name),
    customerCode: textOf(membersOf(membersOf(doc.customer).tax_id).code),
    total: textOf(totals.payable),
    currency: textOf(doc.currency),
    issueDate: textOf(doc.issue_date),
  };
}

/** The same of what a list knows of an invoice. */
export const summaryOfSnippet = (snippet: Record<string, string>): InvoiceSummary => ({
  series: snippet.series ?? '',
  code: snippet.code ?? '',
  type: documentType(snippet.document_type ?? ''),
  supplier: { name: snippet.supplier_name ?? '', cuit: snippet.supplier_code ?? '' },
  customer: snippet.customer_name ?? '',
  total: snippet.total ?? '',
  currency: snippet.currency ?? '',
  issueDate: snippet.issue_date ?? '',
});

/** `00003-00000012`, as it is printed; undefined before there is a number. */
export const numberOf = ({ series, code }: Pick<InvoiceSummary, 'series' | 'code'>): string | undefined =>
  code ? `${series.padStart(5, '0')}-${code.padStart(8, '0')}` : undefined;

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
