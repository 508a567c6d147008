import { addressText } from '#lib/documents/address.ts';
import { accountOf } from '#lib/documents/invoice/credit-invoice.ts';
import {
  codeOfStatus,
  identityOf,
  vatStatusExtension,
  vatStatusOf,
} from '#lib/documents/invoice/customer.ts';
import { documentClasses, documentType, isExport } from '#lib/documents/invoice/document-types.ts';
import { countryCuitOf, destinationOf, exportPermitsOf } from '#lib/documents/invoice/export.ts';
import {
  cancellationExtension,
  documentTypeExtension,
  incotermsDetailExtension,
  incotermsExtension,
} from '#lib/documents/invoice/extensions.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { correctedPeriod } from '#lib/documents/invoice/note.ts';
import { activitySinceIn } from '#lib/documents/invoice/paper-data.ts';
import { grossIncomeIn } from '#lib/documents/invoice/paper-gaps.ts';
import type { Party } from '#lib/documents/party.ts';
import { amountInWords } from './amount-in-words.ts';
import {
  codeLabel,
  documentKind,
  fill,
  formatCuit,
  formatDate,
  formatNumber,
  type IssuedInvoice,
  oneLine,
  texts,
} from './paper.ts';

/** A label with its value. Facts without a value are not printed. */
export interface Fact {
  label: string;
  value: string;
}

/** Longer texts of a party are cut. */
const maxFactLength = 300;

const factsOf = (facts: [label: string, value: string | undefined][]): Fact[] =>
  facts.flatMap(([label, value]) => (value ? [{ label, value: oneLine(value) }] : []));

type AnyParty = Pick<Party, 'identities' | 'addresses' | 'registration' | 'ext'>;

export function issuerFacts({ invoice: { supplier }, type }: IssuedInvoice): Fact[] {
  const [assumedIssuer] = documentClasses[type.letter].issuers;
  const status = supplier.ext?.[vatStatusExtension] ?? codeOfStatus[assumedIssuer];
  return factsOf([
    [texts.heading.address, addressText(supplier)],
    [texts.heading.vatStatus, codeLabel(texts.vatStatuses, status)],
  ]);
}

export function documentFacts({ invoice, pointOfSale, number }: IssuedInvoice): Fact[] {
  const { heading } = texts;
  return factsOf([
    [heading.pointOfSale, pointOfSale],
    [heading.number, number],
    [heading.issued, formatDate(invoice.issue_date)],
    [heading.cuit, formatCuit(invoice.supplier.tax_id.code)],
    [heading.grossIncome, grossIncomeIn(invoice.supplier)?.slice(0, maxFactLength)],
    [heading.activitySince, activitySinceOf(invoice.supplier)],
  ]);
}

export function receiverFacts({ invoice }: IssuedInvoice): Fact[] {
  const { customer, payment } = invoice;
  const { receiver } = texts;
  const terms = payment?.terms;
  return factsOf([
    identityFact(invoice),
    [receiver.name, customer?.name],
    [receiver.address, customer && addressText(customer)],
    [receiver.vatStatus, codeLabel(texts.vatStatuses, vatStatusOf(customer))],
    [receiver.terms, terms?.detail ?? terms?.notes],
  ]);
}

function identityFact({ customer }: Invoice): [string, string | undefined] {
  const taxId = customer?.tax_id;
  const { type, printed, path } = identityOf(customer);
  if (taxId && (type === '99' || path.at(-1) === 'country')) {
    return [fill('receiver.foreignTaxId', { country: taxId.country }), taxId.code];
  }
  const label = Object.hasOwn(texts.identities, type)
    ? codeLabel(texts.identities, type)
    : texts.identities.other;
  if (['80', '86', '87'].includes(type)) return [label, formatCuit(printed)];
  return [label, /^\d+$/.test(printed) ? formatNumber(printed) : printed];
}

export function periodFacts({ invoice: { ordering, payment } }: IssuedInvoice): Fact[] {
  const due = (payment?.terms?.due_dates ?? []).map(({ date }) => date).sort();
  return factsOf([
    [texts.period.from, ordering?.period && formatDate(ordering.period.start)],
    [texts.period.to, ordering?.period && formatDate(ordering.period.end)],
    [texts.period.due, due.slice(0, 6).map(formatDate).join(', ')],
  ]);
}

/** What a credit invoice (FCE) states besides: its account and how it may be transferred, or that a note cancels. */
export function creditInvoiceFacts({ invoice, type }: IssuedInvoice): Fact[] {
  if (!type.isCreditInvoice) return [];
  const { creditInvoice } = texts;
  if (invoice.type !== 'standard') {
    const isCancelling = invoice.tax?.ext?.[cancellationExtension] === 'S';
    return factsOf([[creditInvoice.cancellation, isCancelling ? creditInvoice.yes : undefined]]);
  }
  const { cbu, alias, system = '' } = accountOf(invoice);
  const currency = invoice.currency === 'ARS' ? creditInvoice.pesos : invoice.currency;
  return factsOf([
    [creditInvoice.cbu, cbu],
    [creditInvoice.alias, alias],
    [creditInvoice.system, codeLabel(creditInvoice.systems, system)],
    [creditInvoice.inWords, `${currency} ${amountInWords(invoice.totals.payable)}`],
  ]);
}

/** What an export states besides: its destination, the country's CUIT, the Incoterm and the export permits. */
export function exportFacts({ invoice, type }: IssuedInvoice): Fact[] {
  if (!isExport(type)) return [];
  const { export: labels } = texts;
  const country = destinationOf(invoice.customer);
  const { [incotermsExtension]: code, [incotermsDetailExtension]: detail } = invoice.tax?.ext ?? {};
  const permits = exportPermitsOf(invoice).map((permit) =>
    permit.country && permit.country !== country
      ? `${permit.code} (${countryName(permit.country)})`
      : permit.code,
  );
  return factsOf([
    [labels.destination, country && countryName(country)],
    [labels.countryCuit, formatCuit(countryCuitOf(invoice.customer))],
    [labels.incoterms, code && [code, detail].filter(Boolean).join(' ')],
    [labels.permits, permits.join(', ').slice(0, 600)],
  ]);
}

const countryNames = new Intl.DisplayNames('es-AR', { type: 'region' });
const countryName = (country: string): string => countryNames.of(country) ?? country;

/** Documents that a note corrects, or their period, with the reasons. */
export function correctionFacts({ invoice: { preceding = [] } }: IssuedInvoice): Fact[] {
  const { corrects } = texts;
  const period = correctedPeriod(preceding);
  const documents = preceding.map(({ ext, series = '', code = '', issue_date: date }) => {
    const name = nameOfType(ext?.[documentTypeExtension] ?? '');
    const number = `${series.padStart(5, '0')}-${code.padStart(8, '0')}`;
    return [name, number, ...(date ? [corrects.of, formatDate(date)] : [])].join(' ');
  });
  const reasons = [...new Set(preceding.flatMap(({ reason }) => (reason ? [reason] : [])))];
  return factsOf([
    period
      ? [corrects.period, `${formatDate(period.start)} - ${formatDate(period.end)}`]
      : [corrects.label, documents.join('; ')],
    [corrects.reason, reasons.join('; ').slice(0, 600)],
  ]);
}

/**
 * Whether this is a class A invoice for a receiver in the simplified regime. Such a receiver may use the VAT
 * in one way only, and the invoice must say so (RG 5003/2021).
 */
export const isForSimplifiedRegime = ({ invoice, type }: IssuedInvoice): boolean =>
  documentClasses[type.letter].paper.simplifiedRegimeLegendFor.includes(vatStatusOf(invoice.customer));

/** Start of activities; a day is printed as `01/03/2015`. */
function activitySinceOf(party: AnyParty): string {
  const startText = activitySinceIn(party);
  return /^\d{4}-\d{2}-\d{2}$/.test(startText) ? formatDate(startText) : startText.slice(0, maxFactLength);
}

/** `Factura A` */
function nameOfType(code: string): string {
  const type = documentType(code);
  return type ? `${documentKind(type)} ${type.letter}` : fill('code', { code: code.padStart(2, '0') });
}
