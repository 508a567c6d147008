import { buenosAiresDay } from '#lib/time.ts';
import { givenCode, withCode } from './assumed-codes.ts';
import { type Broken, broken } from './broken-rule.ts';
import { asksForCreditInvoice } from './credit-invoice.ts';
import { abroad, assumedVatStatus, vatStatusExtension, withoutStaleMarks } from './customer.ts';
import {
  type DocumentType,
  documentType,
  isExport,
  type Letter,
  letterFor,
  letterOfTags,
  unsupportedTypeReason,
  usualDocumentType,
} from './document-types.ts';
import { conceptExtension, documentTypeExtension } from './extensions.ts';
import { issuerStatusIn, usualStatus } from './issuer-status.ts';
import { addon, type InvoiceInput } from './schema.ts';

/** The authority's code for goods (1), services (2) or both (3). */
type Concept = '1' | '2' | '3';

/** An invoice whose codes are derived and whose amounts are not calculated yet. */
export interface Classified {
  invoice: InvoiceInput & { issue_date: string; $regime: 'AR'; $addons: [typeof addon] };
  documentType: DocumentType;
  concept: Concept;
  vatStatus: string;
}

/**
 * Derives the issue date, the customer's VAT status, the class and the document type. Values given by the
 * sender stay, even if a rule rejects them later, except the concept, which is always derived from the lines.
 */
export function classify(input: InvoiceInput, now: Date): Classified | Broken {
  const { tax } = input;
  const customer = input.customer && withoutStaleMarks(input.customer);
  const given = givenCode(customer, vatStatusExtension);
  const letter = letterOf(input, given ?? assumedVatStatus(customer));
  // The customer of an export is abroad even without a tax id.
  const status = { given, assumed: isExport({ letter }) ? abroad : assumedVatStatus(customer) };
  const vatStatus = status.given ?? status.assumed;
  // There are no credit invoices of class E: the tag is refused by the rules.
  const isCreditInvoice = asksForCreditInvoice(input) && !isExport({ letter });
  const usual = usualDocumentType(letter, input.type, { isCreditInvoice });
  const givenType = givenCode(tax, documentTypeExtension);
  const type = givenType === undefined ? usual : documentType(givenType);
  if (!type) {
    const path = ['tax', 'ext', documentTypeExtension];
    return broken('document-type-not-supported', path, unsupportedTypeReason(givenType ?? ''));
  }
  const concept = conceptOf(input);
  const ext = { ...tax?.ext, [conceptExtension]: concept };
  const invoice: Classified['invoice'] = {
    ...input,
    $regime: 'AR',
    $addons: [addon],
    issue_date: input.issue_date ?? buenosAiresDay(now),
    tax: {
      ...tax,
      rounding: 'currency',
      ...withCode({ ...tax, ext }, documentTypeExtension, { given: givenType, assumed: usual.code }),
    },
    ...(input.series === undefined ? {} : { series: input.series.replace(/^0+(?=\d)/, '') }),
    ...(customer ? { customer: { ...customer, ...withCode(customer, vatStatusExtension, status) } } : {}),
  };
  return { invoice, documentType: type, concept, vatStatus };
}

/**
 * Derives the class from the tag, or else from the VAT statuses of the supplier and the customer.
 */
const letterOf = ({ $tags, supplier }: InvoiceInput, vatStatus: string): Letter =>
  letterOfTags($tags) ?? letterFor(issuerStatusIn(supplier) ?? usualStatus, vatStatus);

/** In GOBL, items not marked as goods are services. */
function conceptOf({ lines }: InvoiceInput): Concept {
  const goods = lines.filter(({ item }) => item.key === 'goods').length;
  if (goods === lines.length) return '1';
  return goods === 0 ? '2' : '3';
}
